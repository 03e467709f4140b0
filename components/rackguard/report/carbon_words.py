"""A plan's emissions in words, shared by the renderers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.report.figures import UNKNOWN, kg, percent
from rackguard.report.sources import Sources, cited

if TYPE_CHECKING:
    from rackguard.catalog.types import Embodied, GridFactor
    from rackguard.economics.emissions import Carbon, CarbonLine, Emission
    from rackguard.economics.power import Assumption

HEADINGS = ("kg/h", "kg/month", "scaled out")


def rows(carbon: Carbon, sources: Sources) -> list[list[str]]:
    """Subject, type, kg an hour, a month, a month scaled out, the numbers of the notes."""
    return [[line.subject, line.instance_type, *_figures(line), _notes(line, sources)] for line in carbon.lines]


def totals(carbon: Carbon) -> list[str]:
    """The sums; `≥` where a part has no figure."""
    now, most = carbon.now, carbon.at_max
    return [
        kg(now.kg_per_hour, at_least=now.at_least),
        kg(now.kg_per_month, at_least=now.at_least),
        kg(most.kg_per_month, at_least=most.at_least),
    ]


def _figures(line: CarbonLine) -> list[str]:
    return [
        _kg(line.now.kg_per_hour, line.now),
        _kg(line.now.kg_per_month, line.now),
        _kg(line.at_max.kg_per_month, line.at_max),
    ]


def _kg(amount: float | None, emission: Emission) -> str:
    return UNKNOWN if amount is None else kg(amount, at_least=not emission.complete)


def _notes(line: CarbonLine, sources: Sources) -> str:
    grid = _grid(line.grid) if line.grid else ""
    made = _embodied(line.embodied) if line.embodied else ""
    return sources.mark(grid, made, line.note).strip()


def _grid(grid: GridFactor) -> str:
    figure = f"grid {grid.g_co2e_per_kwh:g} g/kWh × PUE {grid.pue:g}"
    return f"{figure}: {cited(grid.source)}; PUE: {grid.pue_basis}"


def _embodied(embodied: Embodied) -> str:
    return f"making a {embodied.instance_type}, over its life: {embodied.g_per_hour:g} g/h: {cited(embodied.source)}"


def remarks(carbon: Carbon) -> list[str]:
    """How much is known, what other publishers would say, what is assumed and what isn't counted."""
    known = carbon.known
    told: list[str] = []
    for words, share in (("power", known.operational_percent), ("making", known.embodied_percent)):
        if share is not None and share < 100:
            told.append(f"Known: the {words} of {percent(share)} of the GPU-hours.")
    others = "; ".join(
        f"{total.publisher}: {kg(total.max_kg_per_month, at_least=carbon.at_max.at_least)}"
        for total in carbon.by_publisher
    )
    if others:
        told.append(f"Scaled out, with other publishers' grid factors: {others}.")
    told += [f"Assumed: {assumption_words(assumption)}" for assumption in carbon.assumptions]
    return [*told, f"Not counted: {'; '.join(carbon.left_out)}."]


def assumption_words(assumption: Assumption) -> str:
    """What is assumed, why, by whom and when."""
    figure = f"{assumption.name} {assumption.value:.3g} {assumption.unit}"
    return f"{figure}. {assumption.basis} ({cited(assumption.source)})"
