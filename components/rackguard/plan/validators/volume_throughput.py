"""A volume's throughput is one that its type and IOPS allow."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import all_volumes, found
from rackguard.plan.validators.interface import Context, Found, Validator

DEFAULT_IOPS = 3000
IOPS_A_MIB_S = 4


def _check(context: Context) -> Iterator[Found]:
    for path, volume in all_volumes(context.stack.cluster):
        wanted = volume.throughput_mib_s
        if wanted is None:
            continue
        if volume.type != "gp3":
            yield found(
                (*path, "throughput_mib_s"), f"is {wanted}, but only gp3 has it; {volume.type}'s follows its IOPS"
            )
            continue
        iops = DEFAULT_IOPS if volume.iops is None else volume.iops
        if wanted * IOPS_A_MIB_S > iops:
            message = f"is {wanted}; allowed with {iops} IOPS: at most {iops // IOPS_A_MIB_S}"
            yield found((*path, "throughput_mib_s"), message, f"Raise `iops` to {wanted * IOPS_A_MIB_S} or more.")


VALIDATOR = Validator(
    id="volume-throughput",
    level="error",
    summary="Throughput is only given for gp3, and is at most 0.25 MiB/s for each of its IOPS.",
    why="EBS refuses the volume, and the node doesn't start (AWS EBS user guide, General Purpose SSD volumes, 2026).",
    hint="Raise `iops`, or lower the throughput.",
    check=_check,
)
