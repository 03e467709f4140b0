"""All that fits a pool's software together is known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.plan.software.found import RESTS_ON, links_found
from rackguard.plan.validators.interface import Context, Found, Validator

if TYPE_CHECKING:
    from rackguard.plan.software.link import About

# A version that isn't known has a check of its own.
_ABOUT: tuple[About, ...] = (
    "build",
    "gpu",
    "driver-cuda",
    "driver-life",
    "driver-said",
    "precision",
    "flash-attention",
)


def _check(context: Context) -> Iterator[Found]:
    yield from links_found(
        context, "unknown", "build", "gpu", "driver-cuda", "driver-life", "driver-said", "precision", "flash-attention"
    )


VALIDATOR = Validator(
    id="software-unknown",
    level="warning",
    summary="Each link from the GPU to the software of a pool is known.",
    why="What isn't known has not been checked: the driver of your own image, a build that no source"
    " describes, a feature that a publisher doesn't list.",
    hint="Try it on one node first, or use what is known.",
    check=_check,
    rests_on=RESTS_ON,
)
