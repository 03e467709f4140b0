"""A capacity block has no placement group."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        if pool.purchase.capacity_block and pool.placement not in {"auto", "none"}:
            message = f"is {pool.placement}, but the pool buys a capacity block; allowed: auto or none"
            yield found(("pools", name, "placement"), message)


VALIDATOR = Validator(
    id="block-placement",
    level="error",
    summary="A pool in a capacity block has no placement group.",
    why="AWS refuses a launch into a block that names a placement group; a block's nodes are placed close together"
    " anyway (AWS EC2 user guide, Capacity Blocks for ML).",
    hint="Leave `placement` out.",
    check=_check,
)
