"""The driver is as new as the CUDA that a pool's software needs."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.software.found import RESTS_ON, links_found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    yield from links_found(context, "doubtful", "driver-cuda")


VALIDATOR = Validator(
    id="software-driver-old",
    level="warning",
    summary="The driver of the nodes is as new as the one that their software's CUDA ships with.",
    why="An older one of the same generation runs it by minor version compatibility, or by a container's"
    " compatibility package: what needs the newer driver, such as code that is compiled when a program"
    " starts, fails (NVIDIA CUDA compatibility, 2026).",
    hint="Use a newer image, or a build for the CUDA of the driver.",
    check=_check,
    rests_on=RESTS_ON,
)
