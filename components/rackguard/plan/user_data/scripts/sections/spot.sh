# Places that the interruption service uses; the service itself is rackguard-spot.
. /usr/local/lib/rackguard/lib.sh
mkdir -p /etc/rackguard/interrupt.d
if [ -n "$RG_CHECKPOINT_KIND" ] && [ ! -e "$RG_CHECKPOINT_DIR" ]; then
  mkdir -p -- "$RG_CHECKPOINT_DIR" && chmod 1777 -- "$RG_CHECKPOINT_DIR"
fi
