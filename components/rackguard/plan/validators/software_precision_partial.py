"""The GPUs have all of the number formats that a pool needs."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.software.found import RESTS_ON, links_found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    yield from links_found(context, "doubtful", "precision")


VALIDATOR = Validator(
    id="software-precision-partial",
    level="warning",
    summary="The pool's GPUs have all of every number format that is needed.",
    why="RTX PRO GPUs (g7, g7e) have a part of NVFP4: some recipes fail (NVIDIA Transformer Engine, datatype"
    " and hardware support matrix, 2026).",
    hint="Try the recipe on one node first, or use B200 or B300.",
    check=_check,
    rests_on=RESTS_ON,
)
