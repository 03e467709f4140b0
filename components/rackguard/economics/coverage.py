"""Which nodes are paid with the reservation or capacity block that they run in."""

from __future__ import annotations

from collections.abc import Iterable

from rackguard.catalog.types import PurchaseOption
from rackguard.economics.items import BillableItem
from rackguard.record import record

_NODES = ("instance", "cpu_instance")
_HELD = (PurchaseOption.RESERVATION, PurchaseOption.CAPACITY_BLOCK)


@record
class Billed:
    """What is billed of an item by itself, for certain and at most."""

    now: float | None
    most: float | None
    all_covered: bool = False


def billed_quantities(items: Iterable[BillableItem]) -> list[Billed]:
    """What is billed of each item: of nodes in held capacity, those that it has no room for.

    Capacity is filled in the order of the items. Nodes whose capacity is not among the items are all billed.
    """
    items = list(items)
    now, most = _held(items)
    return [_billed(item, now, most) for item in items]


def _held(items: list[BillableItem]) -> tuple[dict[str, float], dict[str, float]]:
    now: dict[str, float] = {}
    most: dict[str, float] = {}
    for item in items:
        if item.kind == "reservation":
            now[item.capacity_key] = now.get(item.capacity_key, 0) + (item.quantity or 0)
            most[item.capacity_key] = most.get(item.capacity_key, 0) + (item.most or 0)
    return now, most


def _billed(item: BillableItem, now: dict[str, float], most: dict[str, float]) -> Billed:
    covered = item.kind in _NODES and item.purchase in _HELD and item.capacity_key in most
    if not covered or item.quantity is None or item.most is None:
        return Billed(item.quantity, item.most)
    left_now = _take(now, item.capacity_key, item.quantity)
    left_most = _take(most, item.capacity_key, item.most)
    return Billed(left_now, left_most, all_covered=left_now == left_most == 0)


def _take(room: dict[str, float], key: str, wanted: float) -> float:
    """Fill what room there is; what is left without."""
    taken = min(room[key], wanted)
    room[key] -= taken
    return wanted - taken
