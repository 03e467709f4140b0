# sshd: keys only, people only. Written, tested, and only then taken into use.
. /usr/local/lib/rackguard/lib.sh
main=/etc/ssh/sshd_config
# First: sshd keeps the first value that it reads
dropin=/etc/ssh/sshd_config.d/00-rackguard.conf
sshd=$(command -v sshd || echo /usr/sbin/sshd)
old=/run/rackguard/sshd.old
mkdir -p /etc/ssh/authorized_keys.d "${dropin%/*}" "$old"

has_line() { [[ $'\n'$1$'\n' == *$'\n'"$2"$'\n'* ]]; }

# Of the algorithms wanted, those that this OpenSSH knows: one unknown name would void the whole file.
known() {
  local have name names=
  have=$(ssh -Q "$1") || return
  for name in "${@:3}"; do
    if has_line "$have" "$name"; then names+=,$name; fi
  done
  [ -z "$names" ] || echo "$2 ${names#,}"
}

# Ciphers: no ChaCha20, which is what Terrapin needs; AES-GCM is faster on these machines anyway.
{
  cat "$lib/sshd.conf"
  known kex KexAlgorithms mlkem768x25519-sha256 sntrup761x25519-sha512@openssh.com curve25519-sha256 \
    curve25519-sha256@libssh.org diffie-hellman-group18-sha512 diffie-hellman-group16-sha512
  known cipher Ciphers aes256-gcm@openssh.com aes128-gcm@openssh.com aes256-ctr
  known mac MACs hmac-sha2-512-etm@openssh.com hmac-sha2-256-etm@openssh.com umac-128-etm@openssh.com
} >/run/rackguard/sshd.new

# Ubuntu's socket-activated sshd has no such directory before the first connection, and `sshd -t` asks for it.
[ "$RG_OS" = amazon-linux-2023 ] || mkdir -p /run/sshd

includes_dropins() { grep -qiE '^\s*Include\s+/etc/ssh/sshd_config\.d/\*\.conf' "$main"; }

reload=
if ! cmp -s /run/rackguard/sshd.new "$dropin" || ! includes_dropins; then
  cp -p "$main" "$old/main"
  rm -f "$old/dropin"
  if [ -e "$dropin" ]; then cp -p "$dropin" "$old/dropin"; fi
  install -m 600 /run/rackguard/sshd.new "$dropin"
  includes_dropins || sed -i '1i Include /etc/ssh/sshd_config.d/*.conf' "$main"
  if ! problem=$("$sshd" -t 2>&1); then
    cp -p "$old/main" "$main"
    if [ -e "$old/dropin" ]; then cp -p "$old/dropin" "$dropin"; else rm -f "$dropin"; fi
    log "the hardened configuration was refused and is not in use: $problem"
    exit 1
  fi
  reload=try-reload-or-restart
fi

# EC2 Instance Connect lets an IAM user push a key for any account. On Amazon Linux the drop-in's
# AuthorizedKeysCommand ends that; Ubuntu passes it on sshd's command line, which no file overrules.
unit=sshd
if [ "$RG_OS" != amazon-linux-2023 ]; then
  unit=ssh
  mask=/etc/systemd/system/ssh.service.d/ec2-instance-connect.conf
  if [ ! -L "$mask" ]; then
    mkdir -p "${mask%/*}"
    ln -sf /dev/null "$mask"
    systemctl daemon-reload
    reload=try-restart
  fi
fi
if [ -n "$reload" ]; then systemctl "$reload" "$unit.service"; fi

# What counts is what sshd makes of all its files together.
effective=$("$sshd" -T 2>/dev/null)
for line in 'passwordauthentication no' 'permitrootlogin no' 'authorizedkeyscommand none' \
  'authorizedkeysfile /etc/ssh/authorized_keys.d/%u' 'allowgroups rackguard-users'; do
  has_line "$effective" "$line" || log "NOT HARDENED: another file of sshd overrules '$line'"
done
