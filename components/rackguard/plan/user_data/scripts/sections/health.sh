# What the instance should have, and what it has. Tells, and never holds anything up.
. /usr/local/lib/rackguard/lib.sh
# RDMA and pinned host memory
printf '* %s memlock unlimited\n' soft hard >/run/rackguard/limits
cmp -s /run/rackguard/limits /etc/security/limits.d/99-rackguard.conf ||
  install -D -m 644 /run/rackguard/limits /etc/security/limits.d/99-rackguard.conf

gpus=0 driver= links=null ok=true
if [ "$RG_GPUS" -gt 0 ]; then
  systemctl is-active -q nvidia-persistenced || systemctl enable -q --now nvidia-persistenced ||
    timeout 60 nvidia-smi -pm 1 >/dev/null 2>&1
  gpus=$(timeout 120 nvidia-smi -L 2>/dev/null | grep -c '^GPU ')
  driver=$(timeout 60 nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null | head -n 1 | tr -cd '0-9.')
fi
# The fewest that are up on any GPU
if [ -n "$RG_NVLINKS" ]; then
  links=$(timeout 60 nvidia-smi nvlink -s 2>/dev/null | awk '
    /^GPU / { if (seen++ && (least == "" || n < least)) least = n; n = 0 }
    /Link [0-9]+: [0-9.]+ GB\/s/ { n++ }
    END { if (seen && (least == "" || n < least)) least = n; print least + 0 }')
fi
efa=$(efa_devices | wc -l)

# check NAME EXPECTED FOUND
check() {
  [ "$2" = "$3" ] && return
  ok=false
  log "UNHEALTHY: $1: $2 expected, $3 found"
}
check GPUs "$RG_GPUS" "$gpus"
check "EFA devices" "$RG_EFA" "$efa"
[ -z "$RG_NVLINKS" ] || check "NVLinks of a GPU" "$RG_NVLINKS" "$links"

printf '{"ok": %s, "driver": "%s", "gpus": {"expected": %d, "found": %d}, "efa": {"expected": %d, "found": %d}, "nvlinks_per_gpu": {"expected": %s, "found": %s}}\n' \
  "$ok" "$driver" "$RG_GPUS" "$gpus" "$RG_EFA" "$efa" "${RG_NVLINKS:-null}" "$links" >"$state/health.new"
if cmp -s "$state/health.new" "$state/health.json"; then rm "$state/health.new"; else mv "$state/health.new" "$state/health.json"; fi
$ok
