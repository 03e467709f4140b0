# Shared by every section: the node's settings and a few verbs.
set -u
set -a
. /etc/rackguard/node.env
set +a
lib=/usr/local/lib/rackguard
state=/var/lib/rackguard

python_node() { (cd "$lib" && exec python3 -E -S -m "node.$@"); }

log() { logger -t rackguard -- "${0##*/}: $*"; }

# Mounted, or so stuck that even looking at it hangs: both mean "don't mount over it".
mounted() {
  timeout -s KILL 10 mountpoint -q -- "$1"
  case $? in 0 | 124 | 137) return 0 ;; *) return 1 ;; esac
}

# No signature at all. blkid also says 2 when it can't read, so the makers of file systems are never forced (-f).
blank() {
  [ -b "$1" ] || return 1
  blkid -p "$1" >/dev/null 2>&1
  [ $? -eq 2 ]
}

imds() {
  local token
  token=$(curl -sf -m 5 -X PUT -H 'X-aws-ec2-metadata-token-ttl-seconds: 300' http://169.254.169.254/latest/api/token) &&
    curl -sf -m 5 -H "X-aws-ec2-metadata-token: $token" "http://169.254.169.254/latest/meta-data/$1"
}

instance_id() {
  local id
  id=$(imds instance-id) && [[ $id =~ ^i-[0-9a-f]{8,17}$ ]] && printf '%s\n' "$id"
}

# Where jobs leave what is saved when the node is told to go: everybody writes, and only removes what is theirs.
make_checkpoint_dir() {
  [ -z "$RG_CHECKPOINT_DIR" ] || [ -e "$RG_CHECKPOINT_DIR" ] ||
    { mkdir -p -- "$RG_CHECKPOINT_DIR" && chmod 1777 -- "$RG_CHECKPOINT_DIR"; }
}

efa_devices() {
  local device
  # Some types have other RDMA devices beside them
  for device in /sys/class/infiniband/*; do
    case $(readlink "$device/device/driver") in */efa) echo "${device##*/}" ;; esac
  done
}

# At most one try in ten minutes: timers come back every two, and a mirror may be out of reach for long.
may_install() {
  local stamp=/run/rackguard/tried-$1
  [ -z "$(find "$stamp" -mmin -10 2>/dev/null)" ] && : >"$stamp"
}

install_package() {
  may_install "$1" || return 1
  log "installing $1"
  case $RG_OS in
  amazon*) dnf -y -q install "$1" ;;
  *)
    apt-get -qq -o DPkg::Lock::Timeout=300 update
    DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=l apt-get -y -qq -o DPkg::Lock::Timeout=300 install "$1"
    ;;
  esac >/dev/null 2>&1 || { log "could not install $1"; return 1; }
}

# apt_source NAME KEY_URL BASE SUITE: a signed repository of AWS
apt_source() {
  local key=/etc/apt/keyrings/$1 list=/etc/apt/sources.list.d/$1.list ending=gpg
  [ -s "$list" ] && return
  mkdir -p /etc/apt/keyrings
  curl -sf -m 30 --retry 2 -o "$key.new" "$2" || return
  # apt tells an armoured key from a binary one by the name of its file
  if grep -q 'BEGIN PGP' "$key.new"; then ending=asc; fi
  mv -f "$key.new" "$key.$ending"
  echo "deb [signed-by=$key.$ending] $3 $4 main" >"$list"
}

need_aws() {
  command -v aws >/dev/null && return
  case $RG_OS in
  amazon*) install_package awscli-2 ;;
  *) may_install aws && snap install aws-cli --classic >/dev/null 2>&1 ;;
  esac
  command -v aws >/dev/null || { log "no aws command"; return 1; }
}
