"""No pool asks on demand for a type that has no on-demand price."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, typed_pools
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for name, pool, _, instance_type in typed_pools(context):
        reservation = pool.purchase.reservation
        # An existing reservation proves that it could be had; a new one is bought as on-demand capacity is.
        wanted = pool.purchase.on_demand or (reservation and reservation.create)
        if wanted and _sold_in_blocks_only(context, instance_type.name):
            option = pool.purchase.option.value
            message = f"asks for {instance_type.name}, which has no on-demand price in any region"
            yield found(("pools", name, "purchase", option), message)


def _sold_in_blocks_only(context: Context, type_name: str) -> bool:
    catalog = context.catalog
    if catalog.on_demand_price(type_name, context.stack.region):
        return False
    regions = catalog.regions()
    return any(catalog.capacity_block_price(type_name, region) for region in regions) and not any(
        catalog.on_demand_price(type_name, region) for region in regions
    )


VALIDATOR = Validator(
    id="on-demand-not-sold",
    level="error",
    summary="On-demand nodes and new reservations are of a type with an on-demand price.",
    why="p5e has no on-demand price anywhere: it is sold as capacity blocks and, where there is some, as spot"
    " (AWS price list, 2026).",
    hint="Buy a capacity block, or use spot or another type.",
    check=_check,
)
