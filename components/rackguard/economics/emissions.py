"""Emissions as plain data: of a line, summed, and how much is known. What has no figure is None, never 0."""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum
from typing import Literal

from rackguard.catalog.types import Embodied, GridFactor
from rackguard.economics.items import BillableItem
from rackguard.economics.power import LEFT_OUT, Assumption, NodePower
from rackguard.record import record


@record
class Emission:
    """What a line emits at one size; None where there is no figure."""

    operational_kg_per_hour: float | None
    """While it runs."""
    embodied_kg_per_hour: float | None
    """An hour's share of making the hardware, over its life."""
    hours_in_month: float

    @property
    def kg_per_hour(self) -> float | None:
        """What is known of both; None where neither is."""
        known = [kg for kg in (self.operational_kg_per_hour, self.embodied_kg_per_hour) if kg is not None]
        return fsum(known) if known else None

    @property
    def kg_per_month(self) -> float | None:
        """The same for the hours that can fall within one month."""
        return None if self.kg_per_hour is None else self.kg_per_hour * self.hours_in_month

    @property
    def complete(self) -> bool:
        """True where both parts have a figure."""
        return self.operational_kg_per_hour is not None and self.embodied_kg_per_hour is not None


@record
class CarbonLine:
    """The nodes of an item and what they emit."""

    item: BillableItem
    instance_type: str
    """The type that the figures are of: of several the one that draws the most power."""
    power: NodePower | None
    """Of one node."""
    grid: GridFactor | None
    embodied: Embodied | None
    now: Emission
    at_max: Emission
    note: str = ""

    @property
    def subject(self) -> str:
        """What the user declared, as a path."""
        return self.item.subject

    @property
    def label(self) -> str:
        """The item's label."""
        return self.item.label

    @property
    def marker(self) -> Literal["estimate", "no figure"]:
        """`no figure` where the operational part is not known."""
        return "no figure" if self.power is None or self.grid is None else "estimate"


@record
class CarbonTotal:
    """The sum of lines at one size, column by column."""

    operational_kg_per_hour: float
    embodied_kg_per_hour: float
    kg_per_hour: float
    kg_per_month: float
    at_least: bool
    """True where a part of a line that counts has no figure, or lines may be missing: the true sum is higher."""


@record
class PublisherTotal:
    """The total of a month with another publisher's grid factors."""

    publisher: str
    now_kg_per_month: float
    max_kg_per_month: float


@record
class KnownShare:
    """How much of a plan has a figure, in GPU-hours of a month with everything scaled out."""

    operational_gpu_hours: float
    embodied_gpu_hours: float
    gpu_hours: float

    @property
    def operational_percent(self) -> float | None:
        """GPU-hours with an operational figure in percent; None where the plan has no GPU."""
        return 100 * self.operational_gpu_hours / self.gpu_hours if self.gpu_hours else None

    @property
    def embodied_percent(self) -> float | None:
        """GPU-hours with an embodied figure in percent; None where the plan has no GPU."""
        return 100 * self.embodied_gpu_hours / self.gpu_hours if self.gpu_hours else None


@record
class Carbon:
    """A plan's emissions, with what they rest on."""

    lines: tuple[CarbonLine, ...]
    now: CarbonTotal
    at_max: CarbonTotal
    known: KnownShare
    by_publisher: tuple[PublisherTotal, ...]
    """The same by other publishers of grid factors, who differ by up to three times."""
    assumptions: tuple[Assumption, ...]
    left_out: tuple[str, ...] = LEFT_OUT

    def by_subject(self) -> dict[str, tuple[CarbonTotal, CarbonTotal]]:
        """What each subject emits, now and at most, in the order of the items."""
        lines: dict[str, list[CarbonLine]] = {}
        for line in self.lines:
            lines.setdefault(line.subject, []).append(line)
        return {subject: (total_now(own), total_at_max(own)) for subject, own in lines.items()}


def total_now(lines: Iterable[CarbonLine]) -> CarbonTotal:
    """The sum of what is certain."""
    return _total([(line.now, line.item.quantity) for line in lines])


def total_at_max(lines: Iterable[CarbonLine]) -> CarbonTotal:
    """The sum with everything scaled out."""
    return _total([(line.at_max, line.item.most) for line in lines])


def _total(emissions: list[tuple[Emission, float | None]]) -> CarbonTotal:
    parts = [emission for emission, _ in emissions]
    return CarbonTotal(
        operational_kg_per_hour=fsum(part.operational_kg_per_hour or 0 for part in parts),
        embodied_kg_per_hour=fsum(part.embodied_kg_per_hour or 0 for part in parts),
        kg_per_hour=fsum(part.kg_per_hour or 0 for part in parts),
        kg_per_month=fsum(part.kg_per_month or 0 for part in parts),
        at_least=any(not emission.complete and quantity != 0 for emission, quantity in emissions),
    )
