"""What is billed: one item for each thing that a cluster pays for.

Items are made from a plan or from a graph of resources; pricing and carbon know nothing of either.
"""

from __future__ import annotations

from typing import Literal

from rackguard.catalog.types import Commitment, PurchaseOption
from rackguard.record import record

HOURS_PER_MONTH = 730.0
"""Hours of a month as AWS counts them: 8,760 hours a year by twelve."""

ItemKind = Literal[
    "instance",
    "reservation",
    "cpu_instance",
    "volume",
    "lustre",
    "efs",
    "bucket",
    "nat",
    "endpoint",
    "public_ip",
    "key",
    "logs",
    "other",
]
"""What an item is. `reservation` is held capacity, a capacity block too; `instance` is a GPU node, bought or held;
`other` is what may be billed and isn't read."""


@record
class CommitmentShare:
    """An agreement that lowers the rate of a share of an item's hours; it holds no capacity."""

    kind: Commitment
    share_percent: float
    source: str
    """Where the agreement is written down."""
    rate_usd_per_hour: float | None = None
    discount_percent: float | None = None
    """Off the on-demand list price."""


@record
class BillableItem:
    """One thing that is paid for, how much of it, and how it is bought.

    A pool in a reservation or a capacity block has two items: the `reservation` that is billed, and the `instance`
    nodes that run in it; the nodes cost nothing more and draw the power.
    """

    label: str
    """For a person: `p5.48xlarge nodes`, `gp3 root volumes`."""
    subject: str
    """What the user declared, as a path: `pools.train`, `access.login_node`, `storage.scratch`, `network.nat`."""
    kind: ItemKind
    quantity: float | None
    """What is certain, in `unit`s a month or running at once: the smallest or desired number of nodes, the GB of a
    volume. None where only use will tell (GB in a bucket)."""
    unit: str
    """`hour`, `GB-month`, `key-month`, `GB`, …: the unit of the price."""
    region: str
    quantity_max: float | None = None
    """The most there can be, for what scales; the same as `quantity` where absent."""
    instance_types: tuple[str, ...] = ()
    """Several where a spot pool may take any of them."""
    zone_ids: tuple[str, ...] = ()
    purchase: PurchaseOption | None = None
    commitments: tuple[CommitmentShare, ...] = ()
    service: tuple[str, str] | None = None
    """Service and item of the catalogue, for what is not an instance: `("EBS", "gp3 storage")`."""
    hours: float = HOURS_PER_MONTH
    """Hours billed in a month; for a capacity block and its nodes, all hours of the block."""
    capacity: str | None = None
    """Names the capacity that a `reservation` holds and `instance`s run in, where several pools share one
    (`cr-…`); by default the subject."""

    @property
    def most(self) -> float | None:
        """The most there can be."""
        return self.quantity if self.quantity_max is None else self.quantity_max

    @property
    def hours_in_month(self) -> float:
        """Hours that can fall within one month."""
        return min(self.hours, HOURS_PER_MONTH)

    @property
    def capacity_key(self) -> str:
        """What joins a reservation and the nodes in it."""
        return self.capacity or self.subject
