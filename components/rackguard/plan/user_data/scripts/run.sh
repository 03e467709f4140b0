#!/bin/bash
# run boot: every section in order. run SECTION: that one again, as the timers do.
# A section is a process of its own with a limit in time: one that fails or hangs is logged, and the next one runs.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/snap/bin LC_ALL=C AWS_PAGER=
. /usr/local/lib/rackguard/lib.sh
umask 022
mkdir -p /run/rackguard "$state" /var/log/rackguard

one() {
  local limit=600 result
  case $1 in users | peers) limit=120 ;; mounts) limit=1800 ;; extra) limit=0 ;; esac
  # -o: what a section leaves running (a TLS proxy of a mount) must not hold the lock
  flock -o -w 120 -E 75 "/run/rackguard/$1.lock" timeout -k 10 "$limit" bash "$lib/sections/$1"
  result=$?
  case $result in
  0) ;;
  75) log "$1 is still running" ;;
  124 | 137) log "$1 took longer than $limit s and was ended" ;;
  *) log "$1 failed ($result)" ;;
  esac
  return $result
}

if [ "${1-}" != boot ]; then
  one "$1"
  exit
fi
for section in "${RG_SECTIONS[@]}"; do one "$section"; done
log "boot done"
exit 0
