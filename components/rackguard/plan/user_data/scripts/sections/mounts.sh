# Shared file systems. Their addresses are parameters that may not be there yet; a timer comes back every two minutes.
# No fstab: nothing here can hold up a boot or a log-in.
. /usr/local/lib/rackguard/lib.sh

client_lustre() {
  [ -n "$(command -v mount.lustre)" ] && modinfo lustre >/dev/null 2>&1 && return
  case $RG_OS in
  amazon*) install_package lustre-client ;;
  *)
    apt_source fsx-lustre https://fsx-lustre-client-repo-public-keys.s3.amazonaws.com/fsx-ubuntu-public-key.asc \
      https://fsx-lustre-client-repo.s3.amazonaws.com/ubuntu "$(. /etc/os-release && echo "$VERSION_CODENAME")" &&
      # The module must fit the running kernel
      install_package "lustre-client-modules-$(uname -r)"
    ;;
  esac
}

# Encryption on the way is efs-utils' work; plain NFS has none, so there is no falling back to it.
client_efs() {
  [ -n "$(command -v mount.efs)" ] && return
  case $RG_OS in
  amazon*) ;;
  *)
    local version=${RG_OS#ubuntu-} base=https://amazon-efs-utils.aws.com
    apt_source efs-utils "$base/efs-utils.gpg" "$base/repo/deb/ubuntu/$version" "$version" || return
    ;;
  esac
  install_package amazon-efs-utils
}

# EFS believes the uid that a client names, and the TLS proxy of a mount lends the node's role to whoever reaches its
# port. So nobody but root may speak NFS to EFS or to a proxy; the kernel's own connections have no owner, and pass.
# guard_efs WORDS that say which connections
guard_efs() {
  local rule=(OUTPUT -p tcp "$@" -m owner --uid-owner 1-4294967294 -j REJECT --reject-with tcp-reset)
  command -v iptables >/dev/null || install_package iptables
  iptables -w -C "${rule[@]}" 2>/dev/null || iptables -w -I "${rule[@]}" 2>/dev/null ||
    log "UNSAFE: people on this node can reach EFS past its mounts"
}

# guard_proxy PATH of a mount
guard_proxy() {
  local port
  port=$(findmnt -n -o OPTIONS -- "$1" | grep -oP '(^|,)port=\K[0-9]+') && guard_efs -d 127.0.0.0/8 --dport "$port"
}

# Beside TCP, which stays for what EFA can't do. Interfaces are taken evenly, since neighbours share a PCIe switch.
lustre_over_efa() {
  local card devices i
  lnetctl net show --net efa 2>/dev/null | grep -q @efa && return
  mapfile -t devices < <(efa_devices)
  card=$(ip -o -4 route show default | grep -oP -m 1 'dev \K\S+')
  modprobe lnet && modprobe kefalnd "ipif_name=$card" && modprobe ksocklnd && lnetctl lnet configure || return
  lnetctl net show --net tcp | grep -q @tcp || lnetctl net add --net tcp --if "$card" || return
  for ((i = 0; i < RG_LUSTRE_EFA; i++)); do
    lnetctl net add --net efa --if "${devices[i * ${#devices[@]} / RG_LUSTRE_EFA]-}" --peer-credits 32 || return
  done
  lnetctl set discovery 1 && lnetctl udsp add --src efa --priority 0
}

# The directory for saved work is made before people can make one of its name; it is root's, and they may read it.
reserve() {
  local path
  for path in "${RG_SAVED_TO[@]}"; do
    [ "$path" = "$1" ] && [ ! -e "$1/$RG_CLUSTER" ] && timeout -k 5 30 mkdir -- "$1/$RG_CLUSTER"
  done
}

# A new file system belongs to root alone, so nobody could write. Only one that is still as it was made: empty, and of
# the mode that it came with. Never where homes are: people have theirs below.
is_new() {
  local entry
  case $1 in /home | /home/*) return 1 ;; esac
  [ "$(timeout -k 5 30 stat -c %u:%g:%a -- "$1")" = 0:0:755 ] || return
  entry=$(timeout -k 5 30 find "$1" -mindepth 1 -maxdepth 1 ! -name lost+found ! -name "$RG_CLUSTER" -print -quit) &&
    [ -z "$entry" ]
}

for ((i = 0; i < ${#RG_MOUNTS[@]}; i += 3)); do
  if [ "${RG_MOUNTS[i + 1]}" = efs ]; then
    guard_efs --dport 2049
    guard_proxy "${RG_MOUNTS[i + 2]}"
  fi
done

pending=()
for ((i = 0; i < ${#RG_MOUNTS[@]}; i += 3)); do
  mounted "${RG_MOUNTS[i + 2]}" || pending+=("${RG_MOUNTS[@]:i:3}")
done
[ ${#pending[@]} -gt 0 ] || exit 0
need_aws || exit 1
mapfile -t sources < <(python_node mount_source "${pending[@]}")

failed=0
for ((i = 0; i < ${#pending[@]}; i += 3)); do
  name=${pending[i]} kind=${pending[i + 1]} path=${pending[i + 2]} source=${sources[i / 3]-}
  [ -n "$source" ] || { failed=1; continue; }
  "client_$kind" || { log "no $kind client for $path"; failed=1; continue; }
  case $kind in lustre) options=relatime,flock ;; efs) options=tls,iam ;; esac
  if [ "$kind" = lustre ] && [ "$RG_LUSTRE_EFA" -gt 0 ] && ! lustre_over_efa >/dev/null 2>&1; then
    log "Lustre without EFA: LNet could not be set up for it"
  fi
  mkdir -p -- "$path"
  if ! problem=$(timeout -k 5 120 mount -t "$kind" -o "$options,nofail,_netdev" "$source" "$path" 2>&1 </dev/null); then
    log "could not mount $name on $path, next try in two minutes: ${problem:0:300}"
    failed=1
    continue
  fi
  log "mounted $name on $path"
  if [ "$kind" = efs ]; then guard_proxy "$path"; fi
  new=; if is_new "$path"; then new=1; fi
  reserve "$path"
  if [ -n "$new" ]; then chmod 1777 -- "$path" && log "$path is new and empty: everybody may write to it"; fi
  # Homes that were made below it on the root disk are hidden now.
  case $path in /home | /home/*) "$lib/run" users ;; esac
done
exit $failed
