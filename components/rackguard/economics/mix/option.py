"""One way to buy nodes of a type, as a mix weighs it.

A commitment (one-year reserved instance, savings plan) is a price: it is paid all month, used or not, and holds no
capacity. A reservation or capacity block holds capacity, and is paid as long as it is held.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.catalog.types import Commitment, PurchaseOption
from rackguard.economics.gpu_hours import gpus
from rackguard.economics.interruption_rate import failure_rate, spot_rate
from rackguard.economics.items import HOURS_PER_MONTH, BillableItem, CommitmentShare
from rackguard.economics.rates import Rate, commitment_rate, own_or_list
from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rackguard.catalog.catalog import Catalog
    from rackguard.economics.own_prices import OwnPrice

BLOCK_NODES = 64
"""The most nodes of one capacity block (AWS EC2 user guide, find and purchase Capacity Blocks, 2026)."""
_COMMITTED = {
    Commitment.RI_1Y: "1-year commitment",
    Commitment.SAVINGS_PLAN_1Y: "1-year savings plan",
    Commitment.SAVINGS_PLAN_3Y: "3-year savings plan",
    Commitment.PRIVATE_AGREEMENT: "private agreement",
}


@record
class MixOption:
    """A way to buy nodes, at a rate, and what it binds to."""

    name: str
    purchase: PurchaseOption
    rate: Rate
    commitment: Commitment | None = None
    """The agreement whose price the rate is."""
    paid_hours: float = 0.0
    """Hours of a month that are paid for each node, used or not."""
    available_hours: float = HOURS_PER_MONTH
    """The most hours that a node can run in a month: those of a block."""
    interruptions_per_hour: float = 0.0
    """Of one node: taken back or broken."""
    at_least: bool = False
    """True where interruptions are more frequent than that."""
    zone_id: str | None = None
    """Of spot: its price is a zone's."""
    most_nodes: int | None = None
    """None where no limit is known; the account's quota is one."""

    @property
    def holds_capacity(self) -> bool:
        """True where the nodes are sure to be there when they are started."""
        return self.purchase in (PurchaseOption.RESERVATION, PurchaseOption.CAPACITY_BLOCK)

    @property
    def taken_back(self) -> bool:
        """True where AWS may take a running node back."""
        return self.purchase is PurchaseOption.SPOT


def market_options(
    instance_type: str,
    region: str,
    zone_ids: Sequence[str],
    catalog: Catalog,
    own_prices: Sequence[OwnPrice] = (),
    *,
    commitment: CommitmentShare | None = None,
    block_hours: float | None = None,
) -> tuple[MixOption, ...]:
    """The ways to buy a type in a region: under the commitment, in a block, on-demand, reserved, on spot in each zone.

    A rate may have no price; `priced` tells those apart. By default the commitment is a one-year reserved instance at
    list price. Without `block_hours` there is no block.
    """
    sold = catalog.instance_type(instance_type).purchase_options
    broken = failure_rate(gpus(instance_type, catalog)).per_hour
    options: list[MixOption] = []

    def add(name: str, purchase: PurchaseOption, rate: Rate, **more: object) -> None:
        given = {"interruptions_per_hour": broken, **more}
        if purchase in sold:
            options.append(MixOption(name, purchase, rate, **given))  # pyright: ignore[reportArgumentType]

    def listed(purchase: PurchaseOption, zone: str | None = None) -> Rate:
        return own_or_list(instance_type, region, zone, purchase, catalog, own_prices)

    share = commitment or CommitmentShare(Commitment.RI_1Y, 100.0, "")
    committed = commitment_rate(_item(instance_type, region), share, catalog)
    add(_COMMITTED[share.kind], PurchaseOption.ON_DEMAND, committed, commitment=share.kind, paid_hours=HOURS_PER_MONTH)
    if block_hours is not None:
        month = min(block_hours, HOURS_PER_MONTH)
        rate = listed(PurchaseOption.CAPACITY_BLOCK)
        held = {"paid_hours": month, "available_hours": month, "most_nodes": BLOCK_NODES}
        add("capacity block", PurchaseOption.CAPACITY_BLOCK, rate, **held)
    add("on-demand", PurchaseOption.ON_DEMAND, listed(PurchaseOption.ON_DEMAND))
    reserved = listed(PurchaseOption.RESERVATION)
    add("reservation", PurchaseOption.RESERVATION, reserved, paid_hours=HOURS_PER_MONTH)
    history = spot_rate(catalog.spot_history(instance_type, region))
    for zone in zone_ids:
        taken = {"interruptions_per_hour": broken + history.per_hour, "at_least": history.at_least} if history else {}
        unknown = {} if history else {"at_least": True}
        add(f"spot in {zone}", PurchaseOption.SPOT, listed(PurchaseOption.SPOT, zone), zone_id=zone, **taken, **unknown)
    return tuple(options)


def priced(options: Sequence[MixOption]) -> tuple[MixOption, ...]:
    """The options that have a price: no mix can weigh another."""
    return tuple(option for option in options if option.rate.usd is not None)


def _item(instance_type: str, region: str) -> BillableItem:
    return BillableItem(
        f"{instance_type} nodes", "mix", "instance", 1.0, "hour", region, instance_types=(instance_type,)
    )
