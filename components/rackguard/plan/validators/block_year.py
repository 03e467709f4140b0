"""A capacity block is of our time."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

YEARS = range(2000, 3000)


def _check(context: Context) -> Iterator[Found]:
    from datetime import datetime

    for name, pool in context.stack.cluster.pools.items():
        block = pool.purchase.capacity_block
        for key, text in (("start", block.start), ("end", block.end)) if block else ():
            if datetime.fromisoformat(text).year not in YEARS:
                path = ("pools", name, "purchase", "capacity_block", key)
                yield found(path, f"is {text}; allowed: a year from {YEARS[0]} to {YEARS[-1]}")


VALIDATOR = Validator(
    id="block-year",
    level="error",
    summary="A capacity block's times are in the years 2000 to 2999.",
    why="No other block was ever sold: the year is mistyped, and the nodes' schedule would follow it.",
    hint="Copy both times from the block: `aws ec2 describe-capacity-reservations`.",
    check=_check,
)
