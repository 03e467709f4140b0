"""A capacity block holds at most 64 nodes."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

MOST_NODES = 64


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        block = pool.purchase.capacity_block
        # With a count, that is the limit, and it has its own bounds.
        if block and block.count is None and pool.nodes.max > MOST_NODES:
            message = f"is {pool.nodes.max}, but a capacity block holds at most {MOST_NODES} nodes"
            yield found(("pools", name, "nodes", "max"), message)


VALIDATOR = Validator(
    id="block-too-large",
    level="error",
    summary="A pool in a capacity block has at most 64 nodes.",
    why="A block can have up to 64 instances (AWS EC2 user guide, find and purchase Capacity Blocks, 2026).",
    hint="Make a pool for each block.",
    check=_check,
)
