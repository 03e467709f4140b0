"""Arguments in the shape of `rackguard.spec.purchase`. Written by docs/arguments.py: don't edit."""

from typing import NotRequired, TypedDict


class OnDemandSpec(TypedDict):
    """Paid by the second, where there is room."""


class SpotSpec(TypedDict):
    """Spare capacity: cheap, and taken back with two minutes' notice."""

    checkpoint: NotRequired[str]
    """Name under `storage` where interrupted work is saved. A name; default none."""

    max_price_usd_per_hour: NotRequired[float]
    """Never pay more; by default the on-demand price. Number, more than 0; default none."""


class ReservationSpec(TypedDict):
    """An On-Demand Capacity Reservation: an existing one, or one made by the stack.

    Exactly one of `id`, `create`.
    """

    id: NotRequired[str]
    """An existing reservation. The id of a capacity reservation or block: `cr-0123456789abcdef0`."""

    create: NotRequired[int]
    """Make a reservation for so many nodes. Whole number, 1 or more, 1,000 at most."""

    count: NotRequired[int]
    """Nodes that the existing one holds; by default `nodes.max`. Whole number, 1 or more, 1,000 at most; default
    none."""

    placement_group_arn: NotRequired[str]
    """The group that the existing reservation was made in. The ARN of a placement group:
    `arn:aws:ec2:us-east-2:123456789012:placement-group/…`; default none."""


class CapacityBlockSpec(TypedDict):
    """A Capacity Block for ML that you have bought: paid for up front, for a window of time."""

    id: str
    """The block's reservation id. The id of a capacity reservation or block: `cr-0123456789abcdef0`."""

    start: str
    """When it starts. An ISO 8601 time with its offset, in quotes: "2026-12-07T11:30:00Z"."""

    end: str
    """When it ends; nodes are taken 30 minutes earlier. An ISO 8601 time with its offset, in quotes:
    "2026-12-07T11:30:00Z"."""

    count: NotRequired[int]
    """Nodes in the block; by default `nodes.max`. Whole number, 1 or more, 64 at most; default none."""

    checkpoint: NotRequired[str]
    """Name under `storage` where work is saved that the block's end cuts off. A name; default none."""


class PurchaseSpec(TypedDict):
    """Exactly one purchase option.

    Exactly one of `on_demand`, `spot`, `reservation`, `capacity_block`.
    """

    on_demand: NotRequired[OnDemandSpec]
    """`{}`: on-demand."""

    spot: NotRequired[SpotSpec]
    """Spot."""

    reservation: NotRequired[ReservationSpec]
    """A capacity reservation."""

    capacity_block: NotRequired[CapacityBlockSpec]
    """A capacity block."""


class CommitmentSpec(TypedDict):
    """An agreement that lowers the price of a share of a pool's hours; it holds no capacity."""

    kind: str
    """Reserved instance, savings plan or private agreement. `ri_1y`, `savings_plan_1y`, `savings_plan_3y` or
    `private_agreement`."""

    share_percent: NotRequired[float]
    """Share of the pool's hours that it covers. Number, more than 0, 100 at most; default `100`."""

    rate_usd_per_hour: NotRequired[float]
    """USD per instance-hour. Number, more than 0; default none."""

    discount_percent: NotRequired[float]
    """Off the on-demand price. Number, more than 0, less than 100; default none."""

    source: str
    """Where the agreement is written down. Text."""
