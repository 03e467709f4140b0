"""A capacity block is as long as AWS sells them."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

DAY_SECONDS = 86400


def _check(context: Context) -> Iterator[Found]:
    from datetime import datetime

    from rackguard.plan.duration_words import duration

    for name, pool in context.stack.cluster.pools.items():
        block = pool.purchase.capacity_block
        if block is None:
            continue
        window = datetime.fromisoformat(block.end) - datetime.fromisoformat(block.start)
        # A block that starts at once lasts until an 11:30 UTC: its last day is cut short.
        days = -int(-window.total_seconds() // DAY_SECONDS)
        if days > 0 and not (days <= 14 or (days % 7 == 0 and days <= 182)):
            path = ("pools", name, "purchase", "capacity_block", "end")
            allowed = "1 to 14 days, or a multiple of 7 up to 182"
            message = f"is {block.end}, which makes the block {duration(window)} long"
            yield found(path, f"{message}; sold are {allowed}")


VALIDATOR = Validator(
    id="block-length",
    level="warning",
    summary="A capacity block lasts 1 to 14 days, or a multiple of 7 days up to 182.",
    why="AWS sells no other lengths (AWS EC2 user guide, find and purchase Capacity Blocks, 2026), so the times are"
    " probably not the block's.",
    hint="Copy both times from the block: `aws ec2 describe-capacity-reservations`.",
    check=_check,
)
