"""Prices of the user's own: negotiated rates and discounts."""

from typing import Annotated, ClassVar

from pydantic import Field, StringConstraints

from rackguard.catalog.types import PurchaseOption
from rackguard.spec import patterns
from rackguard.spec.base import Amount, InstanceTypeName, Model

FamilyName = Annotated[str, StringConstraints(pattern=patterns.FAMILY)]


class OwnPrice(Model):
    """A rate or a discount for a family or one type, bought in one way; shown as "yours"."""

    exactly_one_of: ClassVar = (("family", "instance_type"), ("rate_usd_per_hour", "discount_percent"))

    family: FamilyName | None = Field(default=None, description="Instance family: `p5`. Give this or `instance_type`.")
    instance_type: InstanceTypeName | None = Field(default=None, description="One type; wins over its family.")
    purchase: PurchaseOption = Field(description="The purchase option that the price is for.")
    rate_usd_per_hour: Amount | None = Field(
        default=None, gt=0, description="USD per instance-hour; with `family` only where the family has one size."
    )
    discount_percent: Amount | None = Field(
        default=None, gt=0, lt=100, description="Off the list price: on-demand's for on_demand and reservation."
    )
    source: str = Field(min_length=1, description='Where the price is written down: "agreement 2026".')
