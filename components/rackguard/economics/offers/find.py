"""The offers that have what is wanted, and why the others were left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from rackguard.catalog.types import PurchaseOption
from rackguard.economics.interruption_rate import spot_rate
from rackguard.economics.items import BillableItem, CommitmentShare
from rackguard.economics.offers.offer import Offer
from rackguard.economics.offers.type_lacks import lack
from rackguard.economics.rates import Rate, commitment_rate, own_or_list
from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.types import Commitment, InstanceType
    from rackguard.economics.offers.wanted import Wanted
    from rackguard.economics.own_prices import OwnPrice


@record
class Exclusion:
    """Types or offers that lack the same need; each is counted once, under the first that it lacks."""

    what: Literal["type", "offer"]
    count: int
    reason: str

    @property
    def text(self) -> str:
        """`17 types: no RDMA`."""
        return f"{self.count} {self.what}{'' if self.count == 1 else 's'}: {self.reason}"


@record
class Found:
    """The offers that have what is wanted, by type, region, zone and purchase option; the others, counted."""

    offers: tuple[Offer, ...]
    exclusions: tuple[Exclusion, ...]
    """Types first, then offers of types that have what is wanted; the most frequent reason first."""


def find_offers(wanted: Wanted, catalog: Catalog, own_prices: Sequence[OwnPrice] = ()) -> Found:
    """Every offer that has what is wanted. One without a price is among them, unless a price is asked for."""
    left_out: dict[tuple[Literal["type", "offer"], str], int] = {}

    def leave_out(what: Literal["type", "offer"], reason: str) -> None:
        left_out[what, reason] = left_out.get((what, reason), 0) + 1

    offers: list[Offer] = []
    for kind in catalog.instance_types():
        reason = lack(kind, wanted, catalog) or _not_sold(kind, wanted, catalog)
        if reason:
            leave_out("type", reason)
            continue
        for offer in _offers(kind, wanted, catalog, own_prices):
            problem = _price_problem(offer, wanted)
            if problem:
                leave_out("offer", problem)
            else:
                offers.append(offer)
    counted = [Exclusion(what, count, reason) for (what, reason), count in left_out.items()]
    counted.sort(key=lambda each: (each.what != "type", -each.count, each.reason))
    return Found(tuple(offers), tuple(counted))


def _places(kind: InstanceType, wanted: Wanted, catalog: Catalog) -> Iterator[tuple[str, str]]:
    """Regions and zones that sell a type and are wanted."""
    for offering in catalog.offerings(None, kind.name):
        if wanted.regions is None or offering.region in wanted.regions:
            for zone_id in offering.zone_ids:
                if wanted.zone_ids is None or zone_id in wanted.zone_ids:
                    yield offering.region, zone_id


def _not_sold(kind: InstanceType, wanted: Wanted, catalog: Catalog) -> str | None:
    if next(_places(kind, wanted, catalog), None) is None:
        return "not sold in the regions and zones asked for" if wanted.regions or wanted.zone_ids else "sold nowhere"
    if not _ways(kind, wanted):
        return f"not sold as {' or '.join(sorted(wanted.purchases or ()))}".replace("_", " ")
    return None


def _ways(kind: InstanceType, wanted: Wanted) -> list[PurchaseOption]:
    options = [option for option in PurchaseOption if option in kind.purchase_options]
    return [option for option in options if wanted.purchases is None or option in wanted.purchases]


def _offers(kind: InstanceType, wanted: Wanted, catalog: Catalog, own_prices: Sequence[OwnPrice]) -> Iterator[Offer]:
    known: dict[tuple[str, PurchaseOption | Commitment], Rate] = {}
    for region, zone_id in _places(kind, wanted, catalog):
        taken_back = spot_rate(catalog.spot_history(kind.name, region))
        for purchase in _ways(kind, wanted):
            if purchase is PurchaseOption.SPOT:
                rate = own_or_list(kind.name, region, zone_id, purchase, catalog, own_prices)
                yield Offer(kind, region, zone_id, purchase, rate, taken_back=taken_back)
                continue
            if (region, purchase) not in known:
                known[region, purchase] = own_or_list(kind.name, region, None, purchase, catalog, own_prices)
            yield Offer(kind, region, zone_id, purchase, known[region, purchase])
            for commitment in wanted.commitments if purchase is PurchaseOption.ON_DEMAND else ():
                if (region, commitment) not in known:
                    known[region, commitment] = _committed(kind, region, commitment, catalog)
                yield Offer(kind, region, zone_id, purchase, known[region, commitment], commitment)


def _committed(kind: InstanceType, region: str, commitment: Commitment, catalog: Catalog) -> Rate:
    item = BillableItem("", "", "instance", 1.0, "hour", region, instance_types=(kind.name,))
    return commitment_rate(item, CommitmentShare(commitment, 100.0, ""), catalog)


def _price_problem(offer: Offer, wanted: Wanted) -> str | None:
    if wanted.most_usd_per_hour is None:
        return None
    if offer.rate.usd is None:
        return "no price"
    return f"above {wanted.most_usd_per_hour:,.2f} USD/h" if offer.rate.usd > wanted.most_usd_per_hour else None
