"""A volume's IOPS are within its type's bounds and its size."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import all_volumes, found
from rackguard.plan.validators.interface import Context, Found, Validator

BOUNDS = {"gp3": (3000, 80000, 500), "io2": (100, 256000, 1000)}
"""Least, most, and most a GiB."""


def _check(context: Context) -> Iterator[Found]:
    for path, volume in all_volumes(context.stack.cluster):
        least, most, a_gib = BOUNDS[volume.type]
        # The least is there whatever the size.
        highest = min(most, max(least, a_gib * volume.size_gib))
        if volume.iops is not None and not least <= volume.iops <= highest:
            allowed = f"{least} to {highest}" if highest > least else str(least)
            message = f"is {volume.iops}; allowed for {volume.type} with {volume.size_gib} GiB: {allowed}"
            yield found((*path, "iops"), message)


VALIDATOR = Validator(
    id="volume-iops",
    level="error",
    summary="IOPS are 3,000 to 80,000 and at most 500 a GiB for gp3, 100 to 256,000 and at most 1,000 a GiB for io2.",
    why="EBS refuses the volume, and the node doesn't start (botocore 1.43's EC2 model, EbsBlockDevice; AWS EBS user"
    " guide, volume types, 2026).",
    hint="Lower the IOPS or raise the size.",
    check=_check,
)
