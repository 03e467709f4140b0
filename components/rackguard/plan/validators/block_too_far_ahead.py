"""A capacity block starts within the eight weeks that can be booked."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from datetime import datetime, timedelta

    latest = context.now + timedelta(weeks=8)
    for name, pool in context.stack.cluster.pools.items():
        block = pool.purchase.capacity_block
        if block and datetime.fromisoformat(block.start) > latest:
            path = ("pools", name, "purchase", "capacity_block", "start")
            message = f"is {block.start}; a block that has been bought starts by {latest:%Y-%m-%d} at the latest"
            yield found(path, message)


VALIDATOR = Validator(
    id="block-too-far-ahead",
    level="warning",
    summary="A capacity block starts at most eight weeks from now.",
    why="Blocks can be bought up to eight weeks ahead (AWS EC2 user guide, Capacity Blocks for ML, 2026), so this one"
    " can't have been bought yet, or its year is mistyped.",
    hint="Check the year, or write the pool when the block is bought.",
    check=_check,
)
