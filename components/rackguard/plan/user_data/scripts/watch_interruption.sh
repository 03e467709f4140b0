#!/bin/bash
# Why a node goes: a rebalance recommendation, which may come long before a spot interruption's two minutes or never; the
# interruption; and `termination`, its own group's word, which then waits for the node. Each runs
# /etc/rackguard/interrupt.d/* in order with its name, then saves the checkpoints, once a notice.
# A notice is noted as handled only after that: whatever ends this before lets the next run handle it again.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/snap/bin LC_ALL=C AWS_PAGER=
. /usr/local/lib/rackguard/lib.sh
handled=$state/notices

# run_hooks KIND SECONDS
run_hooks() {
  local hook left end=$((SECONDS + $2))
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

# Nobody but root could have put a link or a directory of their own in the way of what root is about to read or write.
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
  local to=$RG_CHECKPOINT_TARGET/$RG_CLUSTER/$RG_POOL/$id
  [ -d "$RG_CHECKPOINT_TARGET" ] && mkdir -p -- "$to" && only_roots "$to" ||
    { log "$RG_CHECKPOINT_TARGET is missing, or others than root may write to it"; return 1; }
  to=$to/$(date -u +%Y%m%dT%H%M%S.%N)
  mkdir -- "$to" && cp -a -- "$RG_CHECKPOINT_DIR/." "$to/" && sync -f "$to"
}

save() {
  local result
  [ -n "$RG_CHECKPOINT_KIND" ] || return 0
  only_roots "$RG_CHECKPOINT_DIR" || { log "$RG_CHECKPOINT_DIR is missing, or isn't root's"; return 1; }
  case $RG_CHECKPOINT_KIND in
  # Links are not followed: whoever writes checkpoints must not make root read other files.
  s3) aws s3 sync "$RG_CHECKPOINT_DIR" "s3://$RG_CHECKPOINT_TARGET/$RG_CLUSTER/$RG_POOL/$id/" \
    --no-follow-symlinks --only-show-errors --region "$RG_REGION" >/dev/null 2>&1 </dev/null ;;
  directory) save_to_directory ;;
  esac
  result=$?
  if [ $result -eq 0 ]; then log "checkpoints saved"; else log "checkpoints NOT saved ($result)"; fi
  return $result
}

# Auto Scaling waits for this, or until the hook's time is over.
let_go() {
  aws autoscaling complete-lifecycle-action --auto-scaling-group-name "$RG_GROUP" --lifecycle-hook-name "$RG_HOOK" \
    --lifecycle-action-result CONTINUE --instance-id "$id" --region "$RG_REGION" >/dev/null 2>&1 </dev/null ||
    log "could not tell $RG_GROUP that this node is done"
}

# handle NOTICE SECONDS: its kind and body, and how long until the node goes
handle() {
  local kind=${1%% *} end=$((SECONDS + $2)) wait=1 saved=true
  log "notice: $kind"
  # The rest is for saving.
  run_hooks "$kind" $(($2 * 3 / 8))
  until save; do
    if [ $((SECONDS + wait)) -ge $end ]; then
      saved=false
      break
    fi
    sleep $wait
    wait=$((wait < 8 ? wait * 2 : 15))
  done
  if [ "$kind" = termination ]; then let_go; fi
  if $saved; then echo "$1" >>"$handled"; fi
}

token= id=
declare -A begun
# look KIND PATH [BODY]: 404, or another body, until there is a notice
look() {
  local body
  body=$(curl -sf -m 2 -H "X-aws-ec2-metadata-token: $token" "http://169.254.169.254/latest/meta-data/$2") || return 1
  [ "${3-$body}" = "$body" ] || return 1
  [ -n "$id" ] || id=$(instance_id) || return 1
  # With the id: an image of this node has its notices too
  notice="$1 $id $(tr -cd 'A-Za-z0-9:{}",.+-' <<<"$body")"
  [ -z "${begun[$notice]-}" ] || return 1
  begun[$notice]=1
  ! grep -qxF -- "$notice" "$handled" 2>/dev/null
}

for ((round = 0; ; round++)); do
  if [ -z "$token" ] || ((round % 100 == 0)); then
    token=$(curl -sf -m 2 -X PUT -H 'X-aws-ec2-metadata-token-ttl-seconds: 3600' http://169.254.169.254/latest/api/token)
  fi
  if look interruption spot/instance-action; then handle "$notice" "$RG_NOTICE_SECONDS"; fi
  # Beside the loop: an interruption must not wait for the end of another.
  if look rebalance events/recommendations/rebalance; then handle "$notice" "$RG_NOTICE_SECONDS" & fi
  if look termination autoscaling/target-lifecycle-state Terminated; then handle "$notice" "$RG_TERMINATION_SECONDS" & fi
  sleep "$RG_POLL_SECONDS"
done
