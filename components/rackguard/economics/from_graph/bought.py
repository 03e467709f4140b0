"""How nodes are bought: their capacity, the split of a mixed policy, commitments, hours of a block."""

from __future__ import annotations

from datetime import datetime
from math import ceil
from typing import TYPE_CHECKING, Any

from rackguard.catalog.types import Commitment, PurchaseOption
from rackguard.economics.from_graph.inputs import mapping, number, percent, sequence, text
from rackguard.economics.items import HOURS_PER_MONTH, CommitmentShare
from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource

RESERVATION = "aws:ec2/capacityReservation:CapacityReservation"
_KEY = "capacityReservationSpecification"
Size = float | None


@record
class Bought:
    """How nodes are bought."""

    purchase: PurchaseOption
    capacity: str | None = None
    """What names the reservation or block that they run in."""
    made: Resource | None = None
    """The reservation, where the graph makes it."""


def bought(graph: Graph, declared: Resource | None, inputs: dict[str, Any]) -> Bought:
    """How the nodes of a template or an instance with these inputs are bought, a mixed policy apart."""
    market = text(mapping(inputs.get("instanceMarketOptions")).get("marketType"))
    target = mapping(mapping(inputs.get(_KEY)).get("capacityReservationTarget"))
    named = text(target.get("capacityReservationId"))
    sources = graph.sources(declared, _KEY, RESERVATION) if declared else ()
    made = graph.with_id(named, RESERVATION) or next(iter(sources), None)
    capacity = made.urn if made else named or None
    if market == "capacity-block":
        return Bought(PurchaseOption.CAPACITY_BLOCK, capacity, made)
    if capacity:
        return Bought(PurchaseOption.RESERVATION, capacity, made)
    return Bought(PurchaseOption.SPOT if market == "spot" else PurchaseOption.ON_DEMAND)


def split(policy: dict[str, Any], least: Size, most: Size) -> dict[PurchaseOption, tuple[Size, Size]]:
    """The least and most nodes on demand and on spot, as a mixed policy parts them; on demand where none of either.

    A policy whose share isn't known is taken to be all on demand at most, and nothing is certain.
    """
    share = mapping(policy.get("instancesDistribution"))
    base = number(share.get("onDemandBaseCapacity"), 0)
    above = percent(share.get("onDemandPercentageAboveBaseCapacity"), 100)
    if base is None or above is None:
        return {PurchaseOption.ON_DEMAND: (None, most)}

    def on_demand(count: Size) -> Size:
        fixed = 0.0 if count is None else min(count, base)
        return None if count is None else fixed + ceil((count - fixed) * above / 100)

    def on_spot(count: Size) -> Size:
        fixed = on_demand(count)
        return None if count is None or fixed is None else count - fixed

    both = {
        PurchaseOption.ON_DEMAND: (on_demand(least), on_demand(most)),
        PurchaseOption.SPOT: (on_spot(least), on_spot(most)),
    }
    if above == 0 and base == 0:
        return {PurchaseOption.SPOT: (least, most)}
    return {how: sizes for how, sizes in both.items() if how is PurchaseOption.ON_DEMAND or any(sizes)}


def in_nodes(policy: dict[str, Any], least: Size, most: Size) -> tuple[Size, Size]:
    """Sizes that are told in weights of instance types, or in vCPUs or memory, as nodes; None where only AWS can."""
    overrides = [mapping(item) for item in sequence(mapping(policy.get("launchTemplate")).get("overrides"))]
    if all(item.get("weightedCapacity") is None for item in overrides):
        return least, most
    weights = [number(item.get("weightedCapacity"), 1) or 0 for item in overrides]
    if not all(weights):
        return None, None
    return (
        None if least is None else ceil(least / max(weights)),
        None if most is None else ceil(most / min(weights)),
    )


def hours_of(block: dict[str, Any]) -> float:
    """Hours of a capacity block from its start to its end; a month's where they aren't told."""
    try:
        start, end = (datetime.fromisoformat(text(block.get(key))) for key in ("start", "end"))
        return max(0.0, (end - start).total_seconds() / 3600)
    except (ValueError, TypeError):  # no times, or one with an offset and one without
        return HOURS_PER_MONTH


def commitments_of(declared: dict[str, Any]) -> tuple[CommitmentShare, ...]:
    """The agreement that a pool declares; none where it isn't known which."""
    try:
        kind = Commitment(text(declared.get("kind")))
    except ValueError:
        return ()
    return (
        CommitmentShare(
            kind,
            percent(declared.get("share_percent"), 100) or 100,
            text(declared.get("source")),
            number(declared.get("rate_usd_per_hour")),
            percent(declared.get("discount_percent")),
        ),
    )
