"""A pool in a capacity block or a reservation has one zone."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool in context.stack.cluster.pools.items():
        bought = pool.purchase.capacity_block or pool.purchase.reservation
        if bought and len(pool.zones) > 1:
            what = "capacity block" if pool.purchase.capacity_block else "reservation"
            message = f"has {len(pool.zones)} zones, but the pool buys a {what}; allowed: one"
            yield found(("pools", name, "zone_ids"), message)


VALIDATOR = Validator(
    id="capacity-one-zone",
    level="error",
    summary="A pool in a capacity block or a reservation has one zone.",
    why="A block and a reservation each hold capacity in one zone (AWS EC2 user guide, Capacity Reservations and"
    " Capacity Blocks): in the others no node ever starts.",
    hint="Give its zone as `zone_id`.",
    check=_check,
)
