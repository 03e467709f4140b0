"""The rate of one instance-hour or one unit of a service, and where it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from rackguard.catalog.types import Commitment, Price, PurchaseOption, Source
from rackguard.economics.own_prices import OwnPrice, own_price
from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog
    from rackguard.economics.items import BillableItem, CommitmentShare

Marker = Literal["yours", "list", "estimate", "no price", "included"]
"""Whose figure it is. `included`: paid with the reservation or block that it runs in."""


@record
class Rate:
    """USD for one unit; `usd` is None where there is no price, never 0 for want of one."""

    usd: float | None
    unit: str
    marker: Marker
    source: Source | None = None
    note: str = ""


def no_price(unit: str, note: str) -> Rate:
    """A rate that is not known, and why."""
    return Rate(None, unit, "no price", None, note)


def service_rate(item: BillableItem, catalog: Catalog) -> Rate:
    """The rate of a volume, a gateway, a key: whatever is not an instance."""
    if item.service is None:
        return no_price(item.unit, "the catalogue has no such item")
    price = catalog.service_price(*item.service, item.region)
    if price is None:
        return no_price(item.unit, f"no price of {' '.join(item.service)} in {item.region}")
    if price.unit != item.unit:
        return no_price(item.unit, f"priced by the {price.unit}, not by the {item.unit}")
    return _listed(price)


def instance_rate(item: BillableItem, catalog: Catalog, own_prices: Sequence[OwnPrice]) -> Rate:
    """The rate of one instance of an item before commitments: of several types or zones the dearest."""
    purchase = item.purchase or PurchaseOption.ON_DEMAND
    zones = item.zone_ids if purchase is PurchaseOption.SPOT and item.zone_ids else (None,)
    rates = {
        f"{name} in {zone}" if zone else name: own_or_list(name, item.region, zone, purchase, catalog, own_prices)
        for name in item.instance_types
        for zone in zones
    }
    return _dearest(rates)


def commitment_rate(item: BillableItem, share: CommitmentShare, catalog: Catalog) -> Rate:
    """The rate of the share of an item's hours that a commitment covers."""
    rates = {name: _committed(name, item.region, share, catalog) for name in item.instance_types}
    return _dearest(rates)


def _dearest(rates: dict[str, Rate]) -> Rate:
    """The highest known rate, its note naming the range and what has no price."""
    known = {name: rate.usd for name, rate in rates.items() if rate.usd is not None}
    if not known:
        notes = dict.fromkeys(rate.note for rate in rates.values())
        return no_price("hour", "; ".join(notes) or "its instance type isn't known")
    low, high = min(known, key=known.__getitem__), max(known, key=known.__getitem__)
    dearest = rates[high]
    unknown = [name for name in rates if name not in known]
    if len(rates) == 1:
        return dearest
    notes = [f"the dearest: {high}"]
    if known[low] < known[high]:
        notes.append(f"the cheapest is {low} at {known[low]:g} USD")
    if unknown:
        notes.append(f"no price for {', '.join(unknown)}")
    marker = "estimate" if unknown else dearest.marker
    return replace(dearest, marker=marker, note="; ".join([*notes, *filter(None, [dearest.note])]))


def own_or_list(
    name: str,
    region: str,
    zone: str | None,
    purchase: PurchaseOption,
    catalog: Catalog,
    own_prices: Iterable[OwnPrice],
) -> Rate:
    """The rate of a type in a region bought so, before commitments: the user's own, else the list's."""
    own = own_price(own_prices, name, purchase)
    if own is None:
        return _list_rate(name, region, zone, purchase, catalog)
    if own.rate_usd_per_hour is not None:
        return _yours(own.rate_usd_per_hour, own.source)
    return _discounted(_list_rate(name, region, zone, purchase, catalog), own.discount_percent or 0, own.source)


def _committed(name: str, region: str, share: CommitmentShare, catalog: Catalog) -> Rate:
    if share.rate_usd_per_hour is not None:
        return _yours(share.rate_usd_per_hour, share.source)
    if share.discount_percent is not None:
        return _discounted(_on_demand(name, region, catalog), share.discount_percent, share.source)
    price = catalog.reserved_price(name, region, share.kind) if share.kind is Commitment.RI_1Y else None
    if price is not None:
        return _listed(price)
    return no_price("hour", f"no list price of {share.kind} for {name} in {region}: give its rate or discount")


def _list_rate(name: str, region: str, zone: str | None, purchase: PurchaseOption, catalog: Catalog) -> Rate:
    if purchase is PurchaseOption.SPOT:
        price = catalog.spot_price(name, region, zone)
        return _listed(price) if price else _spot_estimate(name, region, catalog)
    if purchase is PurchaseOption.CAPACITY_BLOCK:
        price = catalog.capacity_block_price(name, region)
        return _listed(price) if price else no_price("hour", f"no capacity block price of {name} in {region}")
    return _on_demand(name, region, catalog)


def _on_demand(name: str, region: str, catalog: Catalog) -> Rate:
    price = catalog.on_demand_price(name, region) or catalog.cpu_price(name, region) or catalog.estimate(name, region)
    return _listed(price) if price else no_price("hour", f"no on-demand price of {name} in {region}")


def _spot_estimate(name: str, region: str, catalog: Catalog) -> Rate:
    """The on-demand rate less the saving that the Spot Instance Advisor reports: no zone, and a month's average."""
    history = catalog.spot_history(name, region)
    base = _on_demand(name, region, catalog)
    if history is None or history.saving_percent is None or base.usd is None:
        return no_price("hour", f"no spot price of {name} in {region}")
    note = f"on-demand {base.usd:g} USD less the 30-day saving of {history.saving_percent:g} %"
    return Rate(base.usd * (100 - history.saving_percent) / 100, "hour", "estimate", history.source, note)


def _listed(price: Price) -> Rate:
    return Rate(price.amount_usd, price.unit, "estimate" if price.estimate else "list", price.source, price.note)


def _yours(usd: float, source: str) -> Rate:
    return Rate(usd, "hour", "yours", Source(source, "undated"))


def _discounted(base: Rate, percent: float, source: str) -> Rate:
    """A discount off a list price is the user's figure; off an estimate it stays an estimate."""
    if base.usd is None or base.source is None:
        return replace(base, note=f"{base.note}, so nothing to take {percent:g} % off")
    note = f"{percent:g} % off {base.usd:g} USD ({base.source.name}, {base.source.as_of})"
    marker = "estimate" if base.marker == "estimate" else "yours"
    return Rate(base.usd * (100 - percent) / 100, base.unit, marker, Source(source, base.source.as_of), note)
