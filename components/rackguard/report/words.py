"""Parts of a plan in words, shared by the renderers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.catalog.types import PurchaseOption
from rackguard.report.layout import kg, usd

if TYPE_CHECKING:
    from rackguard.economics.cost import Cost, CostLine
    from rackguard.economics.emissions import Carbon, CarbonLine
    from rackguard.economics.power import Assumption
    from rackguard.plan.types import PoolPlan, QuotaNeed
    from rackguard.report.sources import Sources


def nodes_words(pool: PoolPlan) -> str:
    """`8`, or `0 to 16`."""
    return str(pool.nodes_max) if pool.nodes_min == pool.nodes_max else f"{pool.nodes_min} to {pool.nodes_max}"


def purchase_words(pool: PoolPlan) -> str:
    """`reservation cr-…`, `reservation of 2, made here`, `capacity block cr-…`, `spot`, `on-demand`."""
    option = pool.purchase.replace("_", "-" if pool.purchase is PurchaseOption.ON_DEMAND else " ")
    if pool.launch.reservation:
        return f"{option} of {pool.launch.reservation.count}, made here"
    return f"{option} {pool.launch.reservation_id}" if pool.launch.reservation_id else option


def interfaces_words(pool: PoolPlan) -> str:
    """`1 ENA + 32 EFA`."""
    ena = sum(interface.interface_type != "efa-only" for interface in pool.network_interfaces)
    return f"{ena} ENA + {pool.efa_count} EFA" if pool.efa else f"{ena} ENA"


def quota_words(quota: QuotaNeed) -> str:
    """A quota's code, name and need."""
    pools = ", ".join(quota.pools)
    return f"{quota.vcpus:,} vCPUs of {quota.code or '(code: ask the account)'} {quota.name} ({pools})"


def cost_rows(cost: Cost, sources: Sources) -> list[list[str]]:
    """Subject, label, USD an hour, a month, at most a month, whose price it is."""
    return [
        [
            line.subject,
            line.label,
            usd(line.now.usd_per_hour) if line.now else _unknown(line),
            usd(line.now.usd_per_month) if line.now else _unknown(line),
            usd(line.at_max.usd_per_month) if line.at_max else _unknown(line),
            f"{line.marker}{sources.mark(line.source, line.note)}",
        ]
        for line in cost.lines
    ]


def _unknown(line: CostLine) -> str:
    return "by use" if line.by_use else "no price"


def carbon_rows(carbon: Carbon, sources: Sources) -> list[list[str]]:
    """Subject, type, kg an hour, a month, at most a month, where the figures come from."""
    return [
        [
            line.subject,
            line.instance_type,
            _kg(line.now.kg_per_hour, complete=line.now.complete),
            _kg(line.now.kg_per_month, complete=line.now.complete),
            _kg(line.at_max.kg_per_month, complete=line.at_max.complete),
            _grid(line, sources),
        ]
        for line in carbon.lines
    ]


def _grid(line: CarbonLine, sources: Sources) -> str:
    grid = line.grid
    if grid is None:
        return "no figure"
    return f"{grid.g_co2e_per_kwh:g} g/kWh × PUE {grid.pue:g}{sources.mark(grid.source)}"


def _kg(amount: float | None, *, complete: bool) -> str:
    return "no figure" if amount is None else kg(amount, at_least=not complete)


def assumption_words(assumption: Assumption) -> str:
    """What is assumed, why, by whom and when."""
    source = f"{assumption.source.name}, {assumption.source.as_of}"
    return f"{assumption.name} {assumption.value:g} {assumption.unit}. {assumption.basis} ({source})"
