"""The driver that a pool names drives its GPUs."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.software.found import RESTS_ON, links_found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    yield from links_found(context, "fails", "driver-gpu")


VALIDATOR = Validator(
    id="software-driver-gpu",
    level="error",
    summary="The driver that is named for an image drives the pool's GPUs.",
    why="A node starts without a GPU otherwise: g7 needs R595 or newer, and V100 R580 or older, so no one"
    " image serves both (NVIDIA legacy driver list; awslabs/amazon-eks-ami, 2026).",
    hint="Use an image with a driver for the GPU.",
    check=_check,
    rests_on=RESTS_ON,
)
