"""A volume is as large as its type may be."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import all_volumes, found
from rackguard.plan.validators.interface import Context, Found, Validator

SMALLEST_IO2_GIB = 4


def _check(context: Context) -> Iterator[Found]:
    for path, volume in all_volumes(context.stack.cluster):
        if volume.type == "io2" and volume.size_gib < SMALLEST_IO2_GIB:
            yield found((*path, "size_gib"), f"is {volume.size_gib}; allowed for io2: {SMALLEST_IO2_GIB} to 65536")


VALIDATOR = Validator(
    id="volume-size",
    level="error",
    summary="An io2 volume has at least 4 GiB.",
    why="EBS refuses smaller ones, and the node doesn't start (botocore 1.43's EC2 model, EbsBlockDevice).",
    hint="Raise the size, or use gp3.",
    check=_check,
)
