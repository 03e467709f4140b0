"""Prices of your own are for families and types that exist."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.spec.suggest import did_you_mean

    prices = context.stack.cluster.prices
    if not prices:
        return
    types = [kind.name for kind in (*context.catalog.instance_types(), *context.catalog.cpu_types())]
    families = sorted({name.partition(".")[0] for name in types})
    for index, price in enumerate(prices):
        if price.family and price.family not in families:
            message = f"is {price.family}, a family that the catalogue doesn't know"
            yield found(("prices", index, "family"), message, did_you_mean(price.family, families))
        if price.instance_type and price.instance_type not in types:
            message = f"is {price.instance_type}, a type that the catalogue doesn't know"
            yield found(("prices", index, "instance_type"), message, did_you_mean(price.instance_type, types))


VALIDATOR = Validator(
    id="price-name-unknown",
    level="error",
    summary="A price of your own names a family or a type of the catalogue.",
    why="It would never apply, and the cost would be shown at the list price.",
    hint="Check the spelling: a family is the part before the dot.",
    check=_check,
)
