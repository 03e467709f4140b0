"""A spot pool's price cap isn't below every known spot price."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, typed_pools
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    cheapest: dict[str, tuple[float, str]] = {}
    for name, pool, _, instance_type in typed_pools(context):
        if pool.purchase.spot and pool.purchase.spot.max_price_usd_per_hour is not None:
            for zone in pool.zones:
                price = context.catalog.spot_price(instance_type.name, context.stack.region, zone)
                if price:
                    seen = (price.amount_usd, f"{instance_type.name} in {zone}")
                    cheapest[name] = min(seen, cheapest.get(name, seen))
    for name, (amount, what) in cheapest.items():
        spot = context.stack.cluster.pools[name].purchase.spot
        cap = (spot and spot.max_price_usd_per_hour) or 0
        if cap < amount:
            path = ("pools", name, "purchase", "spot", "max_price_usd_per_hour")
            yield found(path, f"is {cap:g}, below the known spot price of {amount:g} USD an hour for {what}")


VALIDATOR = Validator(
    id="spot-max-price-low",
    level="warning",
    summary="A spot pool's price cap is above the spot price that is known.",
    why="Below the market's price no node starts, and running ones are taken back (AWS EC2 user guide, Spot).",
    hint="Leave the cap out, or set it between the spot and the on-demand price.",
    check=_check,
)
