"""What a spot pool without checkpoints loses: the work since each start, in node-hours and USD.

Assumed is work that runs all month and is never saved. Of T hours in which a group is interrupted at a rate λ, all are
lost but those since the last interruption: T - (1 - e^(-λT)) / λ on average. Nodes that work together (EFA) all lose
their work with one of them, and their rate is the sum of all; nodes that don't, each by itself.
"""

from __future__ import annotations

from math import expm1
from typing import TYPE_CHECKING

from rackguard.catalog.types import PurchaseOption
from rackguard.economics.interruption_rate import InterruptionRate, spot_rate
from rackguard.economics.items import HOURS_PER_MONTH
from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rackguard.catalog.catalog import Catalog
    from rackguard.economics.cost import Cost, CostLine


@record
class UnsavedWork:
    """A month's expected loss of a spot pool that saves nothing, scaled out."""

    subject: str
    """`pools.eval`."""
    instance_type: str
    """The type that the figures are of: of several the one that is taken back most often."""
    nodes: float
    together: bool
    """True where one node's end stops them all."""
    node_hours: float | None
    """Lost of all nodes' hours in a month; None where the type's rate of interruption is not known."""
    share_percent: float | None
    usd: float | None
    """What the lost hours cost; None where the rate or the price is not known."""
    at_least: bool
    """True where the rate has no upper end: more is lost."""
    rate: InterruptionRate | None


def lost_hours(hours: float, interruptions_per_hour: float) -> float:
    """Expected hours of work lost out of so many, when none is ever saved."""
    expected = interruptions_per_hour * hours
    if expected < 1e-6:  # the first term of its series: the difference below would be rounding alone
        return hours * expected / 2
    return hours + expm1(-expected) / interruptions_per_hour


def unsaved_work(
    cost: Cost, saved: Iterable[str], together: Iterable[str], catalog: Catalog
) -> tuple[UnsavedWork, ...]:
    """The expected loss of every spot pool of a cost but those in `saved`, which have a checkpoint store.

    The pools in `together` stop as one. Pools are named by their subjects, `pools.eval`.
    """
    keep, joined = frozenset(saved), frozenset(together)
    return tuple(
        _loss(line, line.subject in joined, catalog)
        for line in cost.lines
        if line.item.kind == "instance"
        and line.item.purchase is PurchaseOption.SPOT
        and line.quantity_max
        and line.subject not in keep
    )


def _loss(line: CostLine, joined: bool, catalog: Catalog) -> UnsavedWork:  # noqa: FBT001
    nodes = line.quantity_max or 0.0
    rates = {name: spot_rate(catalog.spot_history(name, line.item.region)) for name in line.item.instance_types}
    known = {name: rate for name, rate in rates.items() if rate}
    name = max(known, key=lambda name: known[name].per_hour) if known else next(iter(rates), "unknown type")
    rate = known.get(name)
    hours = None
    if rate:
        hours = nodes * lost_hours(HOURS_PER_MONTH, rate.per_hour * (nodes if joined else 1))
    return UnsavedWork(
        subject=line.subject,
        instance_type=name,
        nodes=nodes,
        together=joined,
        node_hours=hours,
        share_percent=None if hours is None else 100 * hours / (nodes * HOURS_PER_MONTH),
        usd=None if hours is None or line.rate.usd is None else hours * line.rate.usd,
        at_least=rate is not None and (rate.at_least or len(known) < len(rates)),
        rate=rate,
    )
