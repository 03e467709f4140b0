"""Advice as plain data: every choice, keys with their units."""

from __future__ import annotations

from math import isfinite
from typing import Any

from rackguard.advice.choice import Choice
from rackguard.report import mix_json
from rackguard.report.advice_report import AdviceReport
from rackguard.report.software_json import software_data
from rackguard.report.sources import cited
from rackguard.sizing.as_data import as_data as sizing_data
from rackguard.sizing.sizing import Range


def as_data(report: AdviceReport) -> dict[str, Any]:
    """The whole advice. What isn't known is null."""
    advice, bounds = report.advice, report.advice.bounds
    return {
        "work": report.work,
        "at": report.now.isoformat(),
        "objective": advice.objective,
        "limits": {
            "deadline_hours": bounds.deadline_hours,
            "budget_usd": bounds.budget_usd,
            "regions": sorted(bounds.regions) if bounds.regions is not None else None,
            "purchases": sorted(bounds.purchases),
        },
        "costs_of_a_month": advice.endless,
        "choices": [_choice(choice) for choice in advice.choices],
        "mix": mix_json.as_data(report.mix) if report.mix else None,
        "split": mix_json.split_data(report.split) if report.split else None,
        "front": [_short(choice) for choice in advice.front],
        "methods": [
            {
                "method": each.method,
                "flops": each.flops,
                "flops_per_parameter_and_token": each.flops_per_parameter,
                "within_limits": _short(each.best) if each.best else None,
                "cheapest_on_demand": _short(each.on_demand) if each.on_demand else None,
            }
            for each in report.methods
        ],
        "cleanest": [{"region": job.region, "kg_co2e": job.kg} for job in advice.cleanest],
        "left_out": [{"what": each.what, "count": each.count, "reason": each.reason} for each in advice.exclusions],
        "relax": list(report.relax),
        "sizing": sizing_data(advice.choices[0].sizing) if advice.choices else None,
    }


def _short(choice: Choice) -> dict[str, Any]:
    cost, offer = choice.cost, choice.cost.offer
    return {
        "instance_type": offer.instance_type,
        "nodes": choice.sizing.nodes,
        "purchase": offer.purchase.value,
        "region": offer.region,
        "zones": list(choice.zone_ids),
        "usd": _range(cost.usd),
        "hours": _range(cost.hours),
        "kg_co2e": cost.carbon.kg,
        "keeps_to_limits": choice.will_do,
        "breaks": list(choice.breaks),
    }


def _choice(choice: Choice) -> dict[str, Any]:
    rate = choice.cost.offer.rate
    return {
        **_short(choice),
        "unused_usd": _range(choice.cost.unused_usd),
        "data_usd": choice.cost.data.usd,
        "unsaved_work_usd": _finite(choice.unsaved_usd),
        "usd_per_node_hour": rate.usd,
        "usd_per_exaflop": _finite(choice.cost.usd_per_exaflop),
        "price": rate.marker,
        "source": cited(rate.source, rate.note) or None,
        "estimate": choice.cost.estimate,
        "in_front": choice.in_front,
        "reasons": list(choice.reasons),
        "software": software_data(choice.software),
    }


def _range(span: Range | None) -> dict[str, float | None] | None:
    """A range; null for what never ends, as JSON has no infinity."""
    if span is None:
        return None
    figures = (("low", span.low), ("expected", span.expected), ("high", span.high))
    return {name: _finite(figure) for name, figure in figures}


def _finite(figure: float | None) -> float | None:
    return figure if figure is not None and isfinite(figure) else None
