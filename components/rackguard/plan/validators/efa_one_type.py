"""A pool with EFA has one instance type."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        if pool.efa == "on" and len(pool.types) > 1:
            message = f"is on, but the pool has {len(pool.types)} types; allowed with several types: auto or off"
            yield found(("pools", name, "efa"), message)


VALIDATOR = Validator(
    id="efa-one-type",
    level="error",
    summary="A pool with EFA has one instance type.",
    why="One list of network interfaces must fit every node of the pool, and types differ in their network cards"
    " (AWS EC2 user guide, Elastic Fabric Adapter).",
    hint="Give one `instance_type`, or make a pool for each type.",
    check=_check,
)
