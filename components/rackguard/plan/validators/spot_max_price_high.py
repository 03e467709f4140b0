"""A spot pool's price cap isn't above the on-demand price."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, typed_pools
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    prices: dict[str, dict[str, float]] = {}
    for name, pool, _, instance_type in typed_pools(context):
        if pool.purchase.spot and pool.purchase.spot.max_price_usd_per_hour is not None:
            price = context.catalog.on_demand_price(instance_type.name, context.stack.region)
            if price:
                prices.setdefault(name, {})[instance_type.name] = price.amount_usd
    for name, by_type in prices.items():
        spot = context.stack.cluster.pools[name].purchase.spot
        cap = (spot and spot.max_price_usd_per_hour) or 0
        dearest = max(by_type, key=lambda type_name: by_type[type_name])
        if cap > by_type[dearest]:
            path = ("pools", name, "purchase", "spot", "max_price_usd_per_hour")
            yield found(path, f"is {cap:g}, above {dearest}'s on-demand price of {by_type[dearest]:g} USD an hour")


VALIDATOR = Validator(
    id="spot-max-price-high",
    level="warning",
    summary="A spot pool's price cap is at most the on-demand price.",
    why="AWS never charges more than the on-demand price for spot, so a higher cap does nothing"
    " (AWS EC2 user guide, Spot Instances).",
    hint="Leave the cap out: it is the on-demand price by default.",
    check=_check,
)
