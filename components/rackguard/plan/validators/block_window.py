"""A capacity block ends after it starts."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from datetime import datetime

    for name, pool in context.stack.cluster.pools.items():
        block = pool.purchase.capacity_block
        if block and datetime.fromisoformat(block.end) <= datetime.fromisoformat(block.start):
            path = ("pools", name, "purchase", "capacity_block", "end")
            yield found(path, f"is {block.end}; allowed: later than the start, {block.start}")


VALIDATOR = Validator(
    id="block-window",
    level="error",
    summary="A capacity block ends after it starts.",
    why="The nodes' schedule follows the block's window; without one no node is ever wanted.",
    hint="Copy both times from the block: `aws ec2 describe-capacity-reservations`.",
    check=_check,
)
