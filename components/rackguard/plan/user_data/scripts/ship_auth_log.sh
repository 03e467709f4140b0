#!/bin/bash
# Log-ins, sudo and Rackguard's messages from the journal to a file that is never large; Amazon Linux has no auth.log.
# Anybody may log under any name, so a name counts only with root's uid, which the kernel tells the journal. sudo and su
# log under their caller's uid and are known by their program: a process that logs and at once becomes sudo isn't seen.
# In steps with a cursor rather than by following: nothing is lost or told twice when this restarts.
file=/var/log/rackguard/auth.log
umask 077
mkdir -p "${file%/*}"
while :; do
  journalctl -q --no-pager -o short-iso --cursor-file=/var/lib/rackguard/journal.cursor \
    _UID=0 SYSLOG_IDENTIFIER=sshd SYSLOG_IDENTIFIER=sshd-session SYSLOG_IDENTIFIER=sshd-auth \
    SYSLOG_IDENTIFIER=systemd-logind SYSLOG_IDENTIFIER=rackguard + _EXE=/usr/bin/sudo _EXE=/usr/bin/su >>"$file"
  [ "$(stat -c %s "$file")" -lt 20000000 ] || mv -f "$file" "$file.1"
  sleep 5
done
