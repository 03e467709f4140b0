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
      install_package "lustre-client-modules-$(uname -r)" # the module must fit the running kernel
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

# A new file system belongs to root alone, so nobody could write. Only one that is still as it was made: empty, and of
# the mode that it came with. Never where homes are: people have theirs below.
open_new() {
  local entry
  case $1 in /home | /home/*) return ;; esac
  [ "$(timeout -k 5 30 stat -c %u:%g:%a -- "$1")" = 0:0:755 ] || return
  entry=$(timeout -k 5 30 find "$1" -mindepth 1 -maxdepth 1 ! -name lost+found -print -quit) && [ -z "$entry" ] || return
  chmod 1777 -- "$1" && log "$1 is new and empty: everybody may write to it"
}

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
  mkdir -p -- "$path"
  if ! problem=$(timeout -k 5 120 mount -t "$kind" -o "$options,nofail,_netdev" "$source" "$path" 2>&1 </dev/null); then
    log "could not mount $name on $path, next try in two minutes: ${problem:0:300}"
    failed=1
    continue
  fi
  log "mounted $name on $path"
  open_new "$path"
  # Homes that were made below it on the root disk are hidden now.
  case $path in /home | /home/*) "$lib/run" users ;; esac
done
exit $failed
