"""A capacity block isn't over."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from datetime import datetime

    for name, pool in context.stack.cluster.pools.items():
        block = pool.purchase.capacity_block
        if block and datetime.fromisoformat(block.start) < datetime.fromisoformat(block.end) <= context.now:
            path = ("pools", name, "purchase", "capacity_block", "end")
            yield found(path, f"is {block.end}: the block is over, and the pool stays empty")


VALIDATOR = Validator(
    id="block-passed",
    level="warning",
    summary="A capacity block isn't over yet.",
    why="A block that has ended gives no node any more (AWS EC2 user guide, Capacity Blocks for ML); the pool is"
    " planned with no nodes.",
    hint="Take the pool out, or put the id and times of the next block in.",
    check=_check,
)
