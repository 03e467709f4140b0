"""The GPUs have the number formats that a pool needs."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.software.found import RESTS_ON, links_found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    yield from links_found(context, "fails", "precision")


VALIDATOR = Validator(
    id="software-precision",
    level="error",
    summary="The pool's GPUs have every number format that is needed.",
    why="Without it a program fails, or computes in a slower format: BF16 and TF32 start with A100, FP8 with"
    " L4 and L40S, FP4 with Blackwell (NVIDIA Transformer Engine, datatype and hardware support matrix,"
    " 2026).",
    hint="Use a type whose GPU has it, or another format.",
    check=_check,
    rests_on=RESTS_ON,
)
