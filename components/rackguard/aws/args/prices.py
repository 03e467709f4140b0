"""Arguments in the shape of `rackguard.spec.prices`. Written by docs/arguments.py: don't edit."""

from typing import NotRequired, TypedDict


class OwnPriceSpec(TypedDict):
    """A rate or a discount for a family or one type, bought in one way; shown as "yours".

    Exactly one of `family`, `instance_type`. Exactly one of `rate_usd_per_hour`, `discount_percent`.
    """

    family: NotRequired[str]
    """Instance family: `p5`. Give this or `instance_type`. An instance family: `p5`."""

    instance_type: NotRequired[str]
    """One type; wins over its family. An instance type: `p5.48xlarge`."""

    purchase: str
    """The purchase option that the price is for. `on_demand`, `spot`, `reservation` or `capacity_block`."""

    rate_usd_per_hour: NotRequired[float]
    """USD per instance-hour; with `family` only where the family has one size. Number, more than 0."""

    discount_percent: NotRequired[float]
    """Off the list price: on-demand's for on_demand and reservation. Number, more than 0, less than 100."""

    source: str
    """Where the price is written down: "agreement 2026". Text."""
