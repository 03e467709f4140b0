#!/bin/bash
# Log-ins, sudo and Rackguard's messages from the journal to a file that is never large; Amazon Linux has no auth.log.
# In steps with a cursor rather than by following: nothing is lost or told twice when this restarts.
file=/var/log/rackguard/auth.log
umask 077
mkdir -p "${file%/*}"
while :; do
  journalctl -q --no-pager -o short-iso --cursor-file=/var/lib/rackguard/journal.cursor \
    -t sshd -t sshd-session -t sudo -t su -t systemd-logind -t rackguard >>"$file"
  [ "$(stat -c %s "$file")" -lt 20000000 ] || mv -f "$file" "$file.1"
  sleep 5
done
