# Instance-store disks as one file system. They come back blank after a stop, so this runs at every boot and nothing is
# in fstab: a missing disk never holds up a boot.
. /usr/local/lib/rackguard/lib.sh
where=$RG_LOCAL_NVME_PATH
# What a reboot finds it by: an array may come back under another number
label=rackguard
mounted "$where" && exit 0

mapfile -t disks < <(lsblk -dnpo NAME,MODEL | awk '/Amazon EC2 NVMe Instance Storage/ {print $1}')
if [ ${#disks[@]} -eq 0 ]; then
  log "this instance has no local NVMe"
  exit 1
fi
command -v mkfs.xfs >/dev/null || install_package xfsprogs
[ ${#disks[@]} -eq 1 ] || command -v mdadm >/dev/null || install_package mdadm

# Deep Learning AMIs stripe the same disks by LVM under /opt/dlami/nvme, before user data runs. Taken apart only if it
# is that volume group, on these disks alone, without a file in it.
if systemctl is-enabled -q dlami-nvme.service 2>/dev/null; then systemctl disable -q --now dlami-nvme.service; fi
group=vg.01
if command -v vgs >/dev/null && vgs "$group" >/dev/null 2>&1; then
  mapfile -t members < <(pvs --noheadings -o pv_name -S "vg_name=$group" | tr -d ' ')
  for member in "${members[@]}"; do
    if [[ " ${disks[*]} " != *" $member "* ]]; then
      log "$group is also on $member: left alone"
      exit 1
    fi
  done
  if mounted /opt/dlami/nvme; then
    if [ -n "$(find /opt/dlami/nvme -xdev ! -type d -print -quit)" ]; then
      log "/opt/dlami/nvme holds files: left alone"
      exit 1
    fi
    umount /opt/dlami/nvme || { log "/opt/dlami/nvme is in use"; exit 1; }
  fi
  vgremove -q -f -y "$group" && pvremove -q -y "${members[@]}" || { log "could not remove $group"; exit 1; }
fi >/dev/null 2>&1

device=$(blkid -L "$label")
if [ -z "$device" ] && [ ${#disks[@]} -gt 1 ]; then
  mdadm --assemble --scan >/dev/null 2>&1
  device=$(blkid -L "$label")
fi
if [ -z "$device" ]; then
  for disk in "${disks[@]}"; do
    blank "$disk" || { log "$disk is not blank and not ours: left alone"; exit 1; }
  done
  device=${disks[0]}
  if [ ${#disks[@]} -gt 1 ]; then
    device=/dev/md/rackguard
    mdadm --create "$device" --run --level=0 --name=rackguard --raid-devices=${#disks[@]} "${disks[@]}" >/dev/null 2>&1 ||
      { log "mdadm failed"; exit 1; }
  fi
  mkfs.xfs -q -K -L "$label" "$device" || { log "mkfs.xfs failed on $device"; exit 1; }
  log "made $where of ${#disks[@]} local disks"
fi
mkdir -p -- "$where" && mount -o noatime,nofail "$device" "$where" || { log "could not mount $device"; exit 1; }
# Before anybody else can make it.
case $RG_CHECKPOINT_DIR in "$where"/*) make_checkpoint_dir ;; esac
# Scratch for everybody on the node
chmod 1777 -- "$where"
