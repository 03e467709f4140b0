"""Minimum, desired and maximum number of nodes are in order."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        nodes = pool.nodes
        if nodes.min > nodes.max:
            yield found(("pools", name, "nodes", "min"), f"is {nodes.min}; allowed: at most `max`, {nodes.max}")
        elif nodes.desired is not None and not nodes.min <= nodes.desired <= nodes.max:
            message = f"is {nodes.desired}; allowed: {nodes.min} (`min`) to {nodes.max} (`max`)"
            yield found(("pools", name, "nodes", "desired"), message)


VALIDATOR = Validator(
    id="nodes-range",
    level="error",
    summary="A pool's `min` is at most its `max`, and `desired` is between them.",
    why="AWS refuses the group otherwise (AWS EC2 Auto Scaling API, CreateAutoScalingGroup).",
    hint="Put the numbers in order.",
    check=_check,
)
