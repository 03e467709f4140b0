"""The user's own rates and discounts, and which of them applies."""

from __future__ import annotations

from collections.abc import Iterable

from rackguard.catalog.types import PurchaseOption
from rackguard.record import record


@record
class OwnPrice:
    """A rate or a discount agreed for a family or one type, bought in one way.

    Exactly one of `family` and `instance_type`, and of `rate_usd_per_hour` and `discount_percent`.
    """

    purchase: PurchaseOption
    source: str
    """Where the price is written down: `agreement 2026`."""
    family: str | None = None
    instance_type: str | None = None
    rate_usd_per_hour: float | None = None
    discount_percent: float | None = None
    """Off the list price of the same purchase option; a reservation's is the on-demand price."""


def own_price(own_prices: Iterable[OwnPrice], instance_type: str, purchase: PurchaseOption) -> OwnPrice | None:
    """The own price for a type bought in this way: the type's before its family's, the first of equals."""
    family = instance_type.partition(".")[0]
    matches = [price for price in own_prices if price.purchase == purchase]
    by_type = (price for price in matches if price.instance_type == instance_type)
    by_family = (price for price in matches if price.instance_type is None and price.family == family)
    return next(by_type, None) or next(by_family, None)
