"""The GPUs run the FlashAttention that a pool needs."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.software.found import RESTS_ON, links_found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    yield from links_found(context, "fails", "flash-attention")


VALIDATOR = Validator(
    id="software-flash-attention",
    level="error",
    summary="The pool's GPUs, and the CUDA of its software, run the FlashAttention that is needed.",
    why="FlashAttention 2 needs Ampere or newer, 3 Hopper and CUDA 12.3, 4 Hopper or Blackwell (Dao-"
    " AILab/flash-attention, README, 2026-08).",
    hint="Use another generation of it, or another type.",
    check=_check,
    rests_on=RESTS_ON,
)
