"""A price of your own is given once."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    first: dict[tuple[str | None, str | None, str], int] = {}
    for index, price in enumerate(context.stack.cluster.prices):
        what = (price.family, price.instance_type, price.purchase.value)
        other = first.setdefault(what, index)
        if other != index:
            name = price.family or price.instance_type
            yield found(("prices", index), f"is for {name} bought by {price.purchase.value}, as `prices[{other}]` is")


VALIDATOR = Validator(
    id="price-repeated",
    level="error",
    summary="For a family or type and a purchase option there is one price of your own.",
    why="Of two, only the first would be used, and nobody would see it.",
    hint="Keep the one that holds.",
    check=_check,
)
