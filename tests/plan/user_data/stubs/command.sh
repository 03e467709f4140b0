#!/bin/sh
# Every command that would change a real machine, or that this one lacks. Records the call, then does what the
# test's world under /sandbox says. Words end with 0x1f, calls with 0x1e.
name=${0##*/}
{ printf '%s\037' "$name" "$@"; printf '\036'; } >>/sandbox/calls
world=/sandbox
for last; do :; done
after() { want=$1; shift; for word; do [ "${previous-}" = "$want" ] && { printf %s "$word"; return; }; previous=$word; done; }

case $name in
aws)
  [ -e $world/aws-hangs ] && sleep 600
  case "$1 $2" in
  "ssm get-parameters-by-path") cat $world/users.json ;;
  "ssm get-parameter") parameter=$(after --name "$@"); cat "$world/mounts/${parameter##*/}" 2>/dev/null || exit 254 ;;
  "ec2 describe-instances") cat $world/instances.json || exit 254 ;;
  "ec2 create-tags")
    [ ! -e $world/instances-next.json ] || mv $world/instances-next.json $world/instances.json
    [ ! -e $world/tags-denied ] ;;
  "s3 sync") [ ! -e $world/s3-denied ] ;;
  "autoscaling complete-lifecycle-action") [ ! -e $world/hook-denied ] ;;
  *) exit 252 ;;
  esac ;;
curl)
  case $last in
  *latest/api/token) echo token ;;
  *meta-data/instance-id) cat $world/instance-id || exit 7 ;;
  *meta-data/*) cat "$world/notices/${last##*/}" 2>/dev/null || exit 22 ;;
  *)
    file=$(after -o "$@")
    [ -e $world/offline ] && exit 6
    echo '-----BEGIN PGP PUBLIC KEY BLOCK-----' >"$file"
    ;;
  esac ;;
dnf | apt-get | dpkg | snap)
  [ "$last" = --print-architecture ] && { echo amd64; exit; }
  [ -e $world/offline ] && exit 1
  case $last in
  lustre-client*) tools=mount.lustre ;;
  amazon-efs-utils) tools=mount.efs ;;
  amazon-cloudwatch-agent | *agent.deb)
    mkdir -p /opt/aws/amazon-cloudwatch-agent/bin
    ln -sf /usr/local/bin/command.sh /opt/aws/amazon-cloudwatch-agent/bin/amazon-cloudwatch-agent-ctl ;;
  *) tools=$last ;;
  esac
  for tool in ${tools-}; do ln -sf command.sh "/usr/local/bin/$tool"; done ;;
amazon-cloudwatch-agent-ctl) : >$world/active/amazon-cloudwatch-agent ;;
iptables) # remembers rules; one that isn't there is an error
  rule="$*"; rule=${rule#-w -? }
  [ ! -e $world/no-iptables ] || exit 3
  case $2 in -C) grep -qxF -- "$rule" $world/rules 2>/dev/null ;; -I) echo "$rule" >>$world/rules ;; esac ;;
findmnt) cat "$world/options${last}/.options" 2>/dev/null ;;
ip) echo "default via 10.0.0.1 dev ens32 proto dhcp src 10.0.1.7 metric 512 " ;;
modprobe) [ ! -e "$world/no-module-$1" ] ;;
lnetctl)
  case "$1 $2" in
  "net add") [ -n "$6" ] && echo "    - nid: 10.0.1.7@$4 $6" >>$world/lnet ;;
  "net show") [ -e $world/lnet ] && cat $world/lnet | grep "@$4" ;;
  esac ;;
modinfo) [ -e /usr/local/bin/mount.lustre ] ;;
lsblk) case $1 in *SIZE*|-bdno) cat "$world/size/${last##*/}" ;; *) cat $world/lsblk ;; esac ;;
blkid)
  case $1 in
  -p) [ -e "$world/disk/${last##*/}" ] || exit 2 ;;
  -L) for disk in $world/disk/*; do [ "$(cut -d' ' -f1 "$disk" 2>/dev/null)" = "$2" ] && { cat "$disk.device"; exit; }; done; exit 2 ;;
  -s) cut -d' ' -f2 "$world/disk/${last##*/}" ;;
  esac ;;
mkfs.xfs)
  label=$(after -L "$@")
  [ -e "$world/disk/${last##*/}" ] && exit 1
  echo "${label:-none} uuid-of-${last##*/}" >"$world/disk/${last##*/}"
  echo "$last" >"$world/disk/${last##*/}.device" ;;
mdadm) [ "$1" != --assemble ] || [ ! -e $world/array-lost ] || mv $world/array-lost $world/disk/rackguard ;;
mount)
  kind=$(after -t "$@")
  [ -e "$world/mount-fails-${kind:-none}" ] && { echo "mount: $last: no answer" >&2; exit 32; }
  mkdir -p "$world/mounted$last/.mounted" ;;
mountpoint) [ -e "$world/mounted$last/.mounted" ] ;;
umount) rmdir "$world/mounted$last/.mounted" ;;
vgs) [ -e $world/lvm ] ;;
pvs) cat $world/lvm ;;
vgremove) rm $world/lvm ;;
pvremove) for disk; do rm -f "$world/disk/${disk##*/}"; done ;;
ebsnvme-id) cat "$world/ebs/${last##*/}" ;;
nvme) head -c 3072 /dev/zero; printf %-32s "$(cat "$world/ebs/${last##*/}")"; head -c 992 /dev/zero ;;
nvidia-smi)
  case "$*" in
  -L) [ -e $world/gpus ] || exit 9; for n in $(seq "$(cat $world/gpus)"); do echo "GPU $n: NVIDIA H100 (UUID: GPU-$n)"; done ;;
  "nvlink -s") cat $world/nvlinks ;;
  --query-gpu*) echo 570.86.15 ;;
  esac ;;
systemctl)
  case $1 in
  is-active | is-enabled) [ -e "$world/active/${last%.service}" ] ;;
  disable) rm -f "$world/active/${last%.service}" ;;
  *) case "$*" in *--now*) : >"$world/active/${last%.service}" ;; esac ;;
  esac ;;
sshd)
  case $1 in
  -t) [ ! -e $world/sshd-refuses ] || { echo "Bad configuration option" >&2; exit 255; } ;;
  -T) cat /etc/ssh/sshd_config.d/*.conf | awk '!seen[tolower($1)]++ { $1 = tolower($1); print }' ;;
  esac ;;
ssh)
  case $2 in
  kex) printf '%s\n' curve25519-sha256 curve25519-sha256@libssh.org diffie-hellman-group16-sha512 ;;
  cipher) printf '%s\n' chacha20-poly1305@openssh.com aes256-gcm@openssh.com aes128-gcm@openssh.com ;;
  mac) printf '%s\n' hmac-sha2-256-etm@openssh.com ;;
  esac ;;
visudo) [ ! -e $world/visudo-refuses ] ;;
useradd | usermod | groupadd) exec "/usr/sbin/$name" "$@" ;;
logger) shift 3; printf '%s\n' "$*" >>$world/journal ;;
esac
