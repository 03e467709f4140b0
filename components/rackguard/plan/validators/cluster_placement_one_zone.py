"""A pool in a cluster placement group has one zone."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        if pool.placement == "cluster" and len(pool.zones) > 1:
            message = f"has {len(pool.zones)} zones, but `placement` is cluster; allowed: one"
            yield found(("pools", name, "zone_ids"), message)


VALIDATOR = Validator(
    id="cluster-placement-one-zone",
    level="error",
    summary="A pool in a cluster placement group is in one zone.",
    why="A cluster placement group can't span zones: the first node decides, and no node starts in the others"
    " (AWS EC2 user guide, placement strategies).",
    hint="Give one `zone_id`, or leave `placement` out.",
    check=_check,
)
