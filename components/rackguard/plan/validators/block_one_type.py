"""A capacity block's pool has one instance type."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        if pool.purchase.capacity_block and len(pool.types) > 1:
            message = f"has {len(pool.types)} types, but the pool buys a capacity block; allowed: one"
            yield found(("pools", name, "instance_types"), message)


VALIDATOR = Validator(
    id="block-one-type",
    level="error",
    summary="A pool in a capacity block has one instance type.",
    why="A block is bought for one type, and a group with mixed instances can't use it"
    " (AWS EC2 Auto Scaling user guide, Capacity Blocks).",
    hint="Give the block's type as `instance_type`.",
    check=_check,
)
