"""An io2 volume says its IOPS."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import all_volumes, found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for path, volume in all_volumes(context.stack.cluster):
        if volume.type == "io2" and volume.iops is None:
            yield found((*path, "type"), "is io2, but `iops` isn't given; allowed: 100 to 256000")


VALIDATOR = Validator(
    id="volume-iops-missing",
    level="error",
    summary="An io2 volume says its IOPS.",
    why="io2 has no default, and EBS refuses the volume (AWS EC2 API, EbsBlockDevice).",
    hint="Add `iops`, or use gp3, which has 3,000 by default.",
    check=_check,
)
