"""The builds that a pool names run on its GPUs."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.software.found import RESTS_ON, links_found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    yield from links_found(context, "fails", "gpu")


VALIDATOR = Validator(
    id="software-cuda-gpu",
    level="error",
    summary="The build of every framework, and every CUDA, has or makes code for the pool's GPUs.",
    why="Programs fail at their first kernel otherwise: CUDA 13 makes no code for V100 and older, PyTorch's"
    " usual build left V100 with 2.11 and all builds with 2.15, and a build for CUDA 12.6 has nothing for"
    " Blackwell (NVIDIA CUDA 13.0 release notes; PyTorch's build scripts and issues 172352 and 190385,"
    " 2026).",
    hint="Use a build, or a CUDA, that has code for the GPU, or another type.",
    check=_check,
    rests_on=RESTS_ON,
)
