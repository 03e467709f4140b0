# Places that the interruption service uses; the service itself is rackguard-interruption.
. /usr/local/lib/rackguard/lib.sh
mkdir -p /etc/rackguard/interrupt.d
make_checkpoint_dir
