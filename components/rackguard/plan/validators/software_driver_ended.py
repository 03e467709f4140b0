"""The driver is still supported."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.software.found import RESTS_ON, links_found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    yield from links_found(context, "doubtful", "driver-life")


VALIDATOR = Validator(
    id="software-driver-ended",
    level="warning",
    summary="The branch of the nodes' driver is still supported.",
    why="A branch whose support is over gets no security fixes any more (NVIDIA data center drivers,"
    " supported drivers, 2026).",
    hint="Use an image with a driver of a newer branch: R580 is supported until June 2028.",
    check=_check,
    rests_on=RESTS_ON,
)
