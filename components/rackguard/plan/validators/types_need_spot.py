"""Only spot pools have several instance types."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        option = pool.purchase.option.value
        # A block with several types has its own check.
        if len(pool.types) > 1 and option not in {"spot", "capacity_block"}:
            message = f"has {len(pool.types)} types in a pool that buys {option}; several types are for spot alone"
            yield found(("pools", name, "instance_types"), message)


VALIDATOR = Validator(
    id="types-need-spot",
    level="error",
    summary="Several instance types are only given for a spot pool.",
    why="A reservation holds one type, and on-demand nodes of several types leave it to chance what a job runs on;"
    " for spot, several types find capacity more often (AWS EC2 Auto Scaling user guide, mixed instances groups).",
    hint="Give one `instance_type`, or make a pool for each type.",
    check=_check,
)
