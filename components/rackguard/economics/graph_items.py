"""What a graph of resources is billed for: a cluster of ours, or anybody's stack."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rackguard.catalog.types import PurchaseOption
from rackguard.economics.from_graph import setting
from rackguard.economics.from_graph.compute import compute_items
from rackguard.economics.from_graph.inputs import number, percent, text
from rackguard.economics.from_graph.services import service_items
from rackguard.economics.from_graph.unread import unread_items
from rackguard.economics.from_graph.volumes import volume_items
from rackguard.economics.own_prices import OwnPrice

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rackguard.catalog.catalog import Catalog
    from rackguard.economics.items import BillableItem
    from rackguard.graph.graph import Graph


def items_of_graph(graph: Graph, catalog: Catalog, first: Sequence[str] = ()) -> list[BillableItem]:
    """Every billable item of the graph's resources: nodes, what they use, what isn't read.

    The subjects in `first` come before all others.

    What a graph can't tell isn't guessed: an amount that is unknown, or that only use will tell, is None.
    """
    read = [*compute_items(graph, catalog), *volume_items(graph), *service_items(graph)]
    items = _merged([*read, *unread_items(graph)])
    places = {subject: place for place, subject in enumerate(first)}
    return sorted(items, key=lambda item: places.get(item.subject, len(places)))


def own_prices_of_graph(graph: Graph) -> list[OwnPrice]:
    """Prices of the user's own that the clusters in the graph declare."""
    found = (_own_price(price) for price in setting.own_prices(graph))
    return [price for price in found if price]


def _own_price(price: dict[str, Any]) -> OwnPrice | None:
    """A declared price; None where it isn't known what it is or what for: then the list price stands."""
    family, type_ = text(price.get("family")) or None, text(price.get("instance_type")) or None
    rate, discount = number(price.get("rate_usd_per_hour")), percent(price.get("discount_percent"))
    try:
        purchase = PurchaseOption(text(price.get("purchase")))
    except ValueError:
        return None
    if (family is None) == (type_ is None) or (rate is None) == (discount is None):
        return None
    return OwnPrice(purchase, text(price.get("source")), family, type_, rate, discount)


def _merged(items: Iterable[BillableItem]) -> list[BillableItem]:
    """Items of a service that differ in nothing but how much there is of them, as one."""
    merged: dict[object, BillableItem] = {}
    for item in items:
        key = replace(item, quantity=None, quantity_max=None) if item.service else id(item)
        known = merged.get(key)
        merged[key] = item if known is None else _sum(known, item)
    return list(merged.values())


def _sum(one: BillableItem, other: BillableItem) -> BillableItem:
    """Both together; an amount that isn't known for one isn't known for both."""

    def add(left: float | None, right: float | None) -> float | None:
        return None if left is None or right is None else left + right

    return replace(one, quantity=add(one.quantity, other.quantity), quantity_max=add(one.most, other.most))
