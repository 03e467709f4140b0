"""A capacity block ends at 11:30 UTC."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from datetime import UTC, datetime

    for name, pool in context.stack.cluster.pools.items():
        block = pool.purchase.capacity_block
        if block is None:
            continue
        end = datetime.fromisoformat(block.end).astimezone(UTC)
        if (end.hour, end.minute) != (11, 30):
            path = ("pools", name, "purchase", "capacity_block", "end")
            yield found(path, f"is {block.end}, that is {end:%H:%M} UTC; every block ends at 11:30 UTC")


VALIDATOR = Validator(
    id="block-end-time",
    level="warning",
    summary="A capacity block ends at 11:30 UTC.",
    why="All of them do (AWS EC2 user guide, find and purchase Capacity Blocks, 2026). With a later time in the plan,"
    " AWS ends the nodes before work is saved.",
    hint="Copy the time from the block; mind the offset of your own time zone.",
    check=_check,
)
