"""The builds that a pool names were made for its GPUs."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.software.found import RESTS_ON, links_found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    yield from links_found(context, "doubtful", "gpu")


VALIDATOR = Validator(
    id="software-cuda-old",
    level="warning",
    summary="The builds of a pool's frameworks were made for its GPUs, with a CUDA that AWS supports there.",
    why="A driver compiles older code for newer GPUs, slowly and not all of it; and AWS supports p6-b200 and"
    " p6e-gb200 with CUDA 12.8 or newer, p6-b300 with 13.0 (NVIDIA CUDA compatibility; AWS DLAMI developer"
    " guide, support for P6, 2026).",
    hint="Use a newer build.",
    check=_check,
    rests_on=RESTS_ON,
)
