"""A capacity block is long enough for a node to run in it."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, known_types
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from datetime import datetime, timedelta

    from rackguard.plan.duration_words import duration
    from rackguard.plan.schedule import emptied_before_end

    for name, pool in context.stack.cluster.pools.items():
        block = pool.purchase.capacity_block
        if block is None:
            continue
        length = datetime.fromisoformat(block.end) - datetime.fromisoformat(block.start)
        margin = emptied_before_end(tuple(kind for _, kind in known_types(context, name, pool)))
        # One that ends before it starts has its own check.
        if timedelta(0) < length <= margin:
            message = f"is {block.end}, which makes the block {duration(length)} long; allowed: more than"
            path = ("pools", name, "purchase", "capacity_block", "end")
            yield found(path, f"{message} {duration(margin)}, by which its nodes go before the end")


VALIDATOR = Validator(
    id="block-too-short",
    level="error",
    summary="A capacity block is longer than the time by which its nodes go before its end.",
    why="AWS takes the nodes 30 minutes before the end (60 for UltraServers), and the group is emptied ten minutes"
    " earlier, so that nodes can save: no node would ever run (AWS EC2 user guide, Capacity Blocks for ML, 2026).",
    hint="Copy both times from the block: `aws ec2 describe-capacity-reservations`.",
    check=_check,
)
