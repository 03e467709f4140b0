"""What a cluster emits: operational and embodied kgCO2e of its nodes, a line for each item.

Operational: power of a node × overhead of the building (PUE) × intensity of the grid. Every figure is an estimate;
`power` says what is assumed and what is left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import fsum
from typing import TYPE_CHECKING

from rackguard.catalog.types import Embodied, GridFactor
from rackguard.economics.emissions import (
    Carbon,
    CarbonLine,
    Emission,
    KnownShare,
    PublisherTotal,
    total_at_max,
    total_now,
)
from rackguard.economics.gpu_hours import gpu_hours_per_month
from rackguard.economics.items import BillableItem
from rackguard.economics.power import CPU_W, GPU_LOAD, LEFT_OUT, MEMORY_W, Assumption, NodePower, node_power

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog

NODES = ("instance", "cpu_instance")


def carbon_of_items(
    items: Iterable[BillableItem], catalog: Catalog, gpu_load: Assumption = GPU_LOAD, *, whole: bool = True
) -> Carbon:
    """The emissions of the nodes among the items, GPUs drawing `gpu_load` of their rated power.

    Not `whole`: there may be more items than these.
    """
    items = list(items)
    lines = [_line(item, catalog, gpu_load.value) for item in items if item.kind in NODES]
    now, at_max = total_now(lines), total_at_max(lines)
    if not whole:
        now, at_max = replace(now, at_least=True), replace(at_max, at_least=True)
    return Carbon(
        lines=tuple(lines),
        now=now,
        at_max=at_max,
        known=_known(lines, catalog),
        by_publisher=_by_publisher(lines),
        assumptions=(gpu_load, CPU_W, MEMORY_W),
        left_out=(*LEFT_OUT, *(item.label for item in items if item.kind == "other")),
    )


def operational_kg_per_hour(power: NodePower, grid: GridFactor) -> float:
    """What one node's power emits in an hour."""
    return power.total_w / 1000 * grid.pue * grid.g_co2e_per_kwh / 1000


def _line(item: BillableItem, catalog: Catalog, gpu_load: float) -> CarbonLine:
    powers = {name: node_power(name, catalog, gpu_load) for name in item.instance_types}
    known = {name: power for name, power in powers.items() if isinstance(power, NodePower)}
    name = max(known, key=lambda name: known[name].total_w) if known else next(iter(powers), "unknown type")
    power, grid, embodied = known.get(name), catalog.grid(item.region), catalog.embodied(name)
    operational = operational_kg_per_hour(power, grid) if power and grid else None
    notes = [reason for reason in powers.values() if isinstance(reason, str)]
    if len(powers) > 1:
        notes.insert(0, f"as if all were {name}")
    if grid is None:
        notes.append(f"no grid factor of {item.region}")
    if embodied is None:
        notes.append(f"no embodied figure of {name}")
    return CarbonLine(
        item=item,
        instance_type=name,
        power=power,
        grid=grid,
        embodied=embodied,
        now=_emission(item, item.quantity, operational, embodied),
        at_max=_emission(item, item.most, operational, embodied),
        note="; ".join(notes),
    )


def _emission(
    item: BillableItem, nodes: float | None, operational: float | None, embodied: Embodied | None
) -> Emission:
    return Emission(
        operational_kg_per_hour=None if operational is None or nodes is None else operational * nodes,
        embodied_kg_per_hour=None if embodied is None or nodes is None else embodied.g_per_hour / 1000 * nodes,
        hours_in_month=item.hours_in_month,
    )


def _known(lines: list[CarbonLine], catalog: Catalog) -> KnownShare:
    hours = [(line, gpu_hours_per_month(line.item, line.item.most, catalog)) for line in lines]
    return KnownShare(
        operational_gpu_hours=fsum(hour for line, hour in hours if line.marker == "estimate"),
        embodied_gpu_hours=fsum(hour for line, hour in hours if line.embodied is not None),
        gpu_hours=fsum(hour for _, hour in hours),
    )


def _by_publisher(lines: list[CarbonLine]) -> tuple[PublisherTotal, ...]:
    """The month's totals by each publisher that has a factor for every region in use."""
    grids = [line.grid for line in lines if line.grid]
    names = dict.fromkeys(name for grid in grids for name, _ in grid.others_g)
    shared = [name for name in names if all(name in dict(grid.others_g) for grid in grids)]
    return tuple(
        PublisherTotal(
            publisher=name,
            now_kg_per_month=fsum(_month_by(name, line, line.now) for line in lines),
            max_kg_per_month=fsum(_month_by(name, line, line.at_max) for line in lines),
        )
        for name in shared
    )


def _month_by(publisher: str, line: CarbonLine, emission: Emission) -> float:
    """A line's month with the factor of another publisher, its embodied part unchanged."""
    operational = emission.operational_kg_per_hour or 0
    if line.grid:
        operational *= dict(line.grid.others_g)[publisher] / line.grid.g_co2e_per_kwh
    return (operational + (emission.embodied_kg_per_hour or 0)) * emission.hours_in_month
