"""A pool with EFA has one zone."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        if pool.efa == "on" and len(pool.zones) > 1:
            message = f"has {len(pool.zones)} zones, but EFA is on; allowed: one"
            yield found(("pools", name, "zone_ids"), message)


VALIDATOR = Validator(
    id="efa-one-zone",
    level="error",
    summary="A pool with EFA is in one zone.",
    why="EFA traffic doesn't cross zones (AWS EC2 user guide, Elastic Fabric Adapter): the nodes couldn't reach each"
    " other.",
    hint="Give one `zone_id`, or make a pool for each zone.",
    check=_check,
)
