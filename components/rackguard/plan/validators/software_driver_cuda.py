"""The driver runs the CUDA that a pool's software needs."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.software.found import RESTS_ON, links_found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    yield from links_found(context, "fails", "driver-cuda")


VALIDATOR = Validator(
    id="software-driver-cuda",
    level="error",
    summary="The driver of the nodes runs the CUDA that their software brings.",
    why="A program ends with `CUDA driver version is insufficient` otherwise: CUDA 13 needs driver 580 or"
    " newer, CUDA 12 525.60.13, CUDA 11 450.80.02 (NVIDIA CUDA release notes, minor version compatibility,"
    " 2026).",
    hint="Use a newer image, or a build for an older CUDA.",
    check=_check,
    rests_on=RESTS_ON,
)
