# People, from one parameter each. Runs before SSH is closed to everybody else, and every two minutes.
. /usr/local/lib/rackguard/lib.sh
getent group rackguard-users >/dev/null || groupadd --system rackguard-users
mkdir -p /etc/ssh/authorized_keys.d
need_aws || exit 1
python_node sync_users
result=$?

# The image's own account belongs to nobody. SSH doesn't admit it in any case; it is locked once somebody else can get in.
if compgen -G '/etc/ssh/authorized_keys.d/*' >/dev/null; then
  for account in ubuntu ec2-user; do
    entry=$(getent shadow "$account") || continue
    IFS=: read -ra field <<<"$entry"
    [ "${field[7]}" = 1 ] && continue
    usermod --lock --expiredate 1 "$account" && log "locked the image's account $account"
  done
fi
exit $result
