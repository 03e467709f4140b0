# EBS volumes of the launch template: found by their device name, formatted only when blank, mounted by UUID.
. /usr/local/lib/rackguard/lib.sh

# On Nitro a volume is an NVMe disk that keeps its device name in a vendor field; udev rules may make the link.
find_volume() {
  local name=${1#/dev/} disk found
  for disk in "/dev/$name" "/dev/xvd${name#sd}"; do
    if [ -b "$disk" ]; then readlink -f "$disk"; return; fi
  done
  command -v ebsnvme-id >/dev/null || command -v nvme >/dev/null || install_package nvme-cli
  for disk in $(lsblk -dnpo NAME,MODEL | awk '/Amazon Elastic Block Store/ {print $1}'); do
    if command -v ebsnvme-id >/dev/null; then
      found=$(ebsnvme-id -b "$disk" 2>/dev/null)
    else
      found=$(nvme id-ctrl --raw-binary "$disk" 2>/dev/null | head -c 3104 | tail -c 32 | tr -d '\0 ')
    fi
    if [ "${found#/dev/}" = "$name" ]; then echo "$disk"; return; fi
  done
  return 1
}

failed=0
for ((i = 0; i < ${#RG_VOLUMES[@]}; i += 3)); do
  name=${RG_VOLUMES[i]} path=${RG_VOLUMES[i + 1]} size_gib=${RG_VOLUMES[i + 2]}
  mounted "$path" && continue
  disk=$(find_volume "$name") || { log "no volume $name for $path"; failed=1; continue; }
  fresh=
  if blank "$disk"; then
    # Another size is another disk than the one declared: better no file system than the wrong one.
    if [ "$(lsblk -bdno SIZE "$disk")" != $((size_gib << 30)) ]; then
      log "$disk is blank, but not of $size_gib GiB as $name should be: left alone"
      failed=1
      continue
    fi
    mkfs.xfs -q "$disk" || { log "mkfs.xfs failed on $disk"; failed=1; continue; }
    fresh=1
  fi
  uuid=$(blkid -s UUID -o value "$disk")
  mkdir -p -- "$path" && mount -o noatime,nofail "UUID=$uuid" "$path" ||
    { log "could not mount $name on $path"; failed=1; continue; }
  if [ -n "$fresh" ]; then chmod 1777 -- "$path"; fi
done
exit $failed
