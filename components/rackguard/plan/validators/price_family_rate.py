"""A rate for a family is only given where it has one size."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, listed
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for index, price in enumerate(context.stack.cluster.prices):
        if price.family and price.rate_usd_per_hour is not None:
            kinds = (*context.catalog.instance_types(), *context.catalog.cpu_types())
            sizes = [kind.name for kind in kinds if kind.name.partition(".")[0] == price.family]
            if len(sizes) > 1:
                message = f"is {price.rate_usd_per_hour:g} for the family {price.family}, which has {listed(sizes)}"
                yield found(("prices", index, "rate_usd_per_hour"), message)


VALIDATOR = Validator(
    id="price-family-rate",
    level="error",
    summary="A rate for a family is only given where the family has one size.",
    why="The sizes of a family cost different amounts an hour; one rate can't hold for all.",
    hint="Give `instance_type` instead of `family`, or a `discount_percent`.",
    check=_check,
)
