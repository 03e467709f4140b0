# CloudWatch agent for the file that rackguard-auth-log writes.
. /usr/local/lib/rackguard/lib.sh
home=/opt/aws/amazon-cloudwatch-agent
config=$lib/cloudwatch.json

install_agent() {
  case $RG_OS in
  amazon*) install_package amazon-cloudwatch-agent ;;
  *)
    may_install agent || return
    local bucket=amazoncloudwatch-agent-$RG_REGION file=/run/rackguard/agent.deb
    curl -sf -m 300 --retry 2 -o "$file" \
      "https://$bucket.s3.$RG_REGION.amazonaws.com/ubuntu/$(dpkg --print-architecture)/latest/amazon-cloudwatch-agent.deb" &&
      dpkg -i "$file" >/dev/null 2>&1
    ;;
  esac
}

[ -x $home/bin/amazon-cloudwatch-agent-ctl ] || install_agent
[ -x $home/bin/amazon-cloudwatch-agent-ctl ] || { log "no CloudWatch agent: log-ins are not shipped"; exit 1; }
if cmp -s "$config" "$state/cloudwatch.applied" && systemctl is-active -q amazon-cloudwatch-agent; then exit 0; fi
# Appended: the image may ship metrics by a configuration of its own.
$home/bin/amazon-cloudwatch-agent-ctl -a append-config -m ec2 -s -c "file:$config" >/dev/null 2>&1 ||
  { log "the CloudWatch agent did not start"; exit 1; }
cmp -s "$config" "$state/cloudwatch.applied" || cp "$config" "$state/cloudwatch.applied"
