"""EBS volumes of a node, and the device name of each.

Device names follow the EC2 user guide, "Device names for volumes": the root device is the image's, further volumes
start at `/dev/sdf`. On Nitro instances they show as NVMe devices; the name is what the volume is found by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.plan.image import root_device
from rackguard.plan.types import Volume

if TYPE_CHECKING:
    from rackguard.spec.pool import Pool
    from rackguard.spec.pool import Volume as DeclaredVolume

_DATA_LETTERS = "fghijklmnopqrstuvwxyz"


def plan_volumes(pool: Pool) -> tuple[Volume, ...]:
    """The volumes of a pool's nodes, the root volume first."""
    data = (
        _volume(volume, f"/dev/sd{letter}", volume.mount)
        for letter, volume in zip(_DATA_LETTERS, pool.data_volumes, strict=False)
    )
    return (plan_root_volume(pool.image.operating_system, pool.root), *data)


def plan_root_volume(os: str, volume: DeclaredVolume) -> Volume:
    """The root volume of a node with that system."""
    return _volume(volume, root_device(os), None)


def _volume(volume: DeclaredVolume, device_name: str, mount: str | None) -> Volume:
    """IOPS and throughput stay None where EBS's own defaults apply (gp3: 3,000 and 125 MiB/s)."""
    return Volume(device_name, volume.size_gib, volume.type, volume.iops, volume.throughput_mib_s, mount)
