"""GPU-hours of an item: the measure of how much of a plan is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.economics.items import BillableItem

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog


def gpu_hours_per_month(item: BillableItem, quantity: float | None, catalog: Catalog) -> float:
    """GPU-hours of so many nodes in a month; 0 for what has no GPU; of several types the most GPUs."""
    nodes = quantity or 0
    return max((gpus(name, catalog) for name in item.instance_types), default=0.0) * nodes * item.hours_in_month


def gpus(instance_type: str, catalog: Catalog) -> float:
    """GPUs of a type, a slice as its fraction; 0 for a type without GPUs."""
    known = catalog.find_instance_type(instance_type)
    if known is None:
        return 0.0
    return float(known.gpu_count or known.gpu_fraction)
