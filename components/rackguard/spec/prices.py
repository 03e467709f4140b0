"""Prices of the user's own: negotiated rates and discounts."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from rackguard.catalog.types import PurchaseOption
from rackguard.spec import patterns
from rackguard.spec.base import Model
from rackguard.spec.choice import exactly_one

InstanceTypeName = Annotated[str, StringConstraints(pattern=patterns.INSTANCE_TYPE)]
FamilyName = Annotated[str, StringConstraints(pattern=patterns.FAMILY)]


class OwnPrice(Model):
    """A rate or a discount for a family or one type, bought in one way; shown as "yours"."""

    family: FamilyName | None = Field(default=None, description="Instance family: `p5`. Give this or `instance_type`.")
    instance_type: InstanceTypeName | None = Field(default=None, description="One type; wins over its family.")
    purchase: PurchaseOption = Field(description="The purchase option that the price is for.")
    rate_usd_per_hour: float | None = Field(
        default=None, gt=0, description="USD per instance-hour; with `family` only where the family has one size."
    )
    discount_percent: float | None = Field(
        default=None, gt=0, lt=100, description="Off the list price: on-demand's for on_demand and reservation."
    )
    source: str = Field(min_length=1, description='Where the price is written down: "agreement 2026".')

    @model_validator(mode="after")
    def _one_of_each(self) -> Self:
        exactly_one(self, "family", "instance_type")
        exactly_one(self, "rate_usd_per_hour", "discount_percent")
        return self
