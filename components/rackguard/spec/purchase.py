"""How the nodes of a pool are bought."""

from typing import Annotated, ClassVar

from pydantic import Field, StringConstraints

from rackguard.catalog.types import Commitment as CommitmentKind
from rackguard.catalog.types import PurchaseOption
from rackguard.spec import patterns
from rackguard.spec.base import Amount, AwareTime, Model, Reference, Whole
from rackguard.spec.choice import exactly_one

ReservationId = Annotated[str, StringConstraints(pattern=patterns.RESERVATION_ID)]


class OnDemand(Model):
    """Paid by the second, where there is room."""


class Spot(Model):
    """Spare capacity: cheap, and taken back with two minutes' notice."""

    checkpoint: Reference | None = Field(
        default=None, description="Name under `storage` where interrupted work is saved."
    )
    max_price_usd_per_hour: Amount | None = Field(
        default=None, gt=0, description="Never pay more; by default the on-demand price."
    )


class Reservation(Model):
    """An On-Demand Capacity Reservation: an existing one, or one made by the stack."""

    exactly_one_of: ClassVar = (("id", "create"),)

    id: ReservationId | None = Field(default=None, description="An existing reservation.")
    create: Whole | None = Field(default=None, ge=1, le=1000, description="Make a reservation for so many nodes.")
    count: Whole | None = Field(
        default=None, ge=1, le=1000, description="Nodes that the existing one holds; by default `nodes.max`."
    )
    placement_group_arn: Annotated[str, StringConstraints(pattern=patterns.PLACEMENT_GROUP_ARN)] | None = Field(
        default=None, description="The group that the existing reservation was made in."
    )


class CapacityBlock(Model):
    """A Capacity Block for ML that you have bought: paid for up front, for a window of time."""

    id: ReservationId = Field(description="The block's reservation id.")
    start: AwareTime = Field(description="When it starts.")
    end: AwareTime = Field(description="When it ends; nodes are taken 30 minutes earlier.")
    count: Whole | None = Field(default=None, ge=1, le=64, description="Nodes in the block; by default `nodes.max`.")
    checkpoint: Reference | None = Field(
        default=None, description="Name under `storage` where work is saved that the block's end cuts off."
    )


class Purchase(Model):
    """Exactly one purchase option."""

    exactly_one_of: ClassVar = (tuple(option.value for option in PurchaseOption),)

    on_demand: OnDemand | None = Field(default=None, description="`{}`: on-demand.")
    spot: Spot | None = Field(default=None, description="Spot.")
    reservation: Reservation | None = Field(default=None, description="A capacity reservation.")
    capacity_block: CapacityBlock | None = Field(default=None, description="A capacity block.")

    @property
    def option(self) -> PurchaseOption:
        """Which of the four it is."""
        return PurchaseOption(exactly_one(self, tuple(PurchaseOption)))

    @property
    def checkpoint(self) -> str | None:
        """The store where work is saved before AWS takes a node; only what AWS takes back by itself has one."""
        bought = self.spot or self.capacity_block
        return bought.checkpoint if bought else None


class Commitment(Model):
    """An agreement that lowers the price of a share of a pool's hours; it holds no capacity."""

    kind: CommitmentKind = Field(description="Reserved instance, savings plan or private agreement.")
    share_percent: Amount = Field(default=100, gt=0, le=100, description="Share of the pool's hours that it covers.")
    rate_usd_per_hour: Amount | None = Field(default=None, gt=0, description="USD per instance-hour.")
    discount_percent: Amount | None = Field(default=None, gt=0, lt=100, description="Off the on-demand price.")
    source: str = Field(min_length=1, description="Where the agreement is written down.")
