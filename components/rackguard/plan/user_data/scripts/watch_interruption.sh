#!/bin/bash
# Spot notices. A rebalance recommendation may come long before the two minutes' notice, or never; both run
# /etc/rackguard/interrupt.d/* in order with `rebalance` or `interruption`, then save the checkpoints, once a notice.
# A notice is noted as handled only after that: whatever ends this before lets the next run handle it again.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/snap/bin LC_ALL=C AWS_PAGER=
. /usr/local/lib/rackguard/lib.sh
handled=$state/notices

run_hooks() {
  local hook left end=$((SECONDS + RG_HOOK_SECONDS))
  for hook in /etc/rackguard/interrupt.d/*; do
    [ -f "$hook" ] && [ -x "$hook" ] || continue
    left=$((end - SECONDS))
    if [ $left -le 0 ]; then
      log "no time left for $hook"
      continue
    fi
    timeout -k 2 "$left" "$hook" "$1" </dev/null || log "$hook $1: $?"
  done
}

# Nobody but root could have put a link or a directory of their own in the way of what root is about to write.
only_roots() {
  local path=$1
  [ "${path:0:1}" = / ] || return 1
  while :; do
    [ -d "$path" ] && [ ! -L "$path" ] && [ "$(stat -c %u "$path")" = 0 ] || return 1
    [ -k "$path" ] || [ -z "$(find "$path" -maxdepth 0 -perm /022)" ] || return 1
    [ "$path" = / ] && return
    path=$(dirname "$path")
  done
}

# A directory of its own for each save: what an earlier one left belongs to people, who may have put links into it.
save_to_directory() {
  local to=$RG_CHECKPOINT_TARGET/$RG_CLUSTER/$RG_POOL/$1
  [ -d "$RG_CHECKPOINT_TARGET" ] && mkdir -p -- "$to" && only_roots "$to" ||
    { log "$RG_CHECKPOINT_TARGET is missing, or others than root may write to it"; return 1; }
  to=$to/$(date -u +%Y%m%dT%H%M%S.%N)
  mkdir -- "$to" && cp -a -- "$RG_CHECKPOINT_DIR/." "$to/" && sync -f "$to"
}

save() {
  local id result
  [ -n "$RG_CHECKPOINT_KIND" ] || return 0
  id=$(instance_id) || { log "no instance metadata"; return 1; }
  case $RG_CHECKPOINT_KIND in
  # Links are not followed: whoever writes checkpoints must not make root read other files.
  s3) aws s3 sync "$RG_CHECKPOINT_DIR" "s3://$RG_CHECKPOINT_TARGET/$RG_CLUSTER/$RG_POOL/$id/" \
    --no-follow-symlinks --only-show-errors --region "$RG_REGION" >/dev/null 2>&1 </dev/null ;;
  directory) save_to_directory "$id" ;;
  esac
  result=$?
  if [ $result -eq 0 ]; then log "checkpoints saved"; else log "checkpoints NOT saved ($result)"; fi
  return $result
}

handle() { # NOTICE: its kind and body
  log "notice: ${1%% *}"
  run_hooks "${1%% *}"
  save && echo "$1" >>"$handled"
}

token=
declare -A begun
look() { # KIND PATH: 404 until there is a notice
  local body
  body=$(curl -sf -m 2 -H "X-aws-ec2-metadata-token: $token" "http://169.254.169.254/latest/meta-data/$2") || return 1
  notice="$1 $(tr -cd 'A-Za-z0-9:{}",.+-' <<<"$body")"
  [ -z "${begun[$notice]-}" ] || return 1
  begun[$notice]=1
  ! grep -qxF -- "$notice" "$handled" 2>/dev/null
}

for ((round = 0; ; round++)); do
  if [ -z "$token" ] || ((round % 100 == 0)); then
    token=$(curl -sf -m 2 -X PUT -H 'X-aws-ec2-metadata-token-ttl-seconds: 3600' http://169.254.169.254/latest/api/token)
  fi
  if look interruption spot/instance-action; then handle "$notice"; fi
  # Beside the loop: an interruption must not wait for the end of a rebalance.
  if look rebalance events/recommendations/rebalance; then handle "$notice" & fi
  sleep "$RG_POLL_SECONDS"
done
