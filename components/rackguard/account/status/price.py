"""What a node costs an hour by the plan: the user's own rate, the list's, or an estimate."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import TYPE_CHECKING, Literal

from rackguard.economics.cost import price_items
from rackguard.economics.items import BillableItem, CommitmentShare
from rackguard.economics.own_prices import OwnPrice
from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog
    from rackguard.economics.cost import CostLine
    from rackguard.economics.rates import Marker
    from rackguard.plan.types import PoolPlan
    from rackguard.spec.pool import Pool
    from rackguard.spec.stack import Stack

_WEAKEST: tuple[Marker, ...] = ("no price", "estimate", "list", "yours")


@record
class NodePrice:
    """USD for one node and hour."""

    usd: float | None
    """None where there is no price, never 0 for want of one."""
    marker: Marker
    sources: tuple[str, ...]
    """Where it comes from, with date and remarks."""


def node_price(
    stack: Stack, pool: PoolPlan, catalog: Catalog, types: Sequence[str], *, held: bool = False
) -> NodePrice:
    """The price of a node of one of these types, of several the dearest; `held`: of a place in its reservation."""
    declared = stack.cluster.pools[pool.name]
    kind: Literal["reservation", "instance"] = "reservation" if held else "instance"
    item = BillableItem(
        f"{pool.name} nodes",
        f"pools.{pool.name}",
        kind,
        1,
        "hour",
        stack.region,
        instance_types=tuple(types),
        zone_ids=pool.zone_ids,
        purchase=pool.purchase,
        commitments=_commitments(declared),
    )
    lines = price_items([item], catalog, _own_prices(stack)).lines
    markers: list[Marker] = [line.marker for line in lines]
    marker = min(markers, key=_WEAKEST.index)
    usd = None if any(line.now is None for line in lines) else fsum(line.now.usd_per_hour for line in lines if line.now)
    return NodePrice(usd, marker, tuple(dict.fromkeys(filter(None, map(_source, lines)))))


def _source(line: CostLine) -> str:
    source = f"{line.rate.source.name}, {line.rate.source.as_of}" if line.rate.source else ""
    return "; ".join(filter(None, [source, line.rate.note]))


def _own_prices(stack: Stack) -> list[OwnPrice]:
    return [
        OwnPrice(own.purchase, own.source, own.family, own.instance_type, own.rate_usd_per_hour, own.discount_percent)
        for own in stack.cluster.prices
    ]


def _commitments(pool: Pool) -> tuple[CommitmentShare, ...]:
    share = pool.commitment
    if share is None:
        return ()
    return (
        CommitmentShare(share.kind, share.share_percent, share.source, share.rate_usd_per_hour, share.discount_percent),
    )
