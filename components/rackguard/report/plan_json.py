"""A plan as JSON: versioned, documented by docs/plan.schema.json."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rackguard.report.plain import plain

if TYPE_CHECKING:
    from rackguard.economics.budget import BudgetVerdict
    from rackguard.economics.cost import Amount, Cost, CostLine, Total
    from rackguard.economics.emissions import Carbon, CarbonLine, CarbonTotal, Emission
    from rackguard.plan.types import ClusterPlan
    from rackguard.report.plan_report import PlanReport
    from rackguard.spec.problem import Problem

VERSION = 1
"""Raised when a key is removed or changes its meaning; new keys may come without."""

_SCRIPTS = frozenset({"script", "base64"})


def render(report: PlanReport) -> str:
    """The report as JSON text, ending in a newline."""
    return json.dumps(as_data(report), indent=2, ensure_ascii=False) + "\n"


def as_data(report: PlanReport) -> dict[str, Any]:
    """The report as plain data. Money is in USD, carbon in kg of CO2e; what is not known is null, never 0."""
    return {
        "format": "rackguard-plan",
        "version": VERSION,
        "stack": report.stack,
        "file": report.file,
        "as_of": report.as_of,
        "cluster": _cluster(report.plan) if report.plan else None,
        "pools": [plain(pool, _SCRIPTS) for pool in report.plan.pools] if report.plan else [],
        "decisions": [plain(decision) for decision in report.plan.decisions] if report.plan else [],
        "cost": _cost(report.cost, report) if report.cost else None,
        "carbon": _carbon(report.carbon) if report.carbon else None,
        "problems": [problem_data(problem) for problem in report.problems],
    }


def problem_data(problem: Problem) -> dict[str, Any]:
    """One problem as plain data; file, line and column are null where it has no place."""
    mark = problem.mark
    return {
        "id": problem.id,
        "level": problem.level,
        "path": list(problem.path),
        "message": problem.message,
        "hint": problem.hint,
        "file": mark.file if mark else None,
        "line": mark.line if mark else None,
        "column": mark.column if mark else None,
    }


def _cluster(plan: ClusterPlan) -> dict[str, Any]:
    return plain(plan, _SCRIPTS | {"pools", "decisions", "stack"})


def _cost(cost: Cost, report: PlanReport) -> dict[str, Any]:
    budget = report.budget
    return {
        "currency": "USD",
        "now": _total(cost.now),
        "max": _total(cost.at_max),
        "budget": {"now": _verdict(budget.now), "max": _verdict(budget.at_max)} if budget else None,
        "priced": {**plain(cost.priced), "gpu_percent": cost.priced.gpu_percent},
        "lines": [_cost_line(line) for line in cost.lines],
    }


def _total(total: Total) -> dict[str, Any]:
    return plain(total)


def _verdict(verdict: BudgetVerdict) -> dict[str, Any]:
    return {**plain(verdict), "percent": verdict.percent}


def _cost_line(line: CostLine) -> dict[str, Any]:
    return {
        "subject": line.subject,
        "label": line.label,
        "kind": line.item.kind,
        "purchase": plain(line.item.purchase),
        "instance_types": list(line.item.instance_types),
        "region": line.item.region,
        "quantity": line.quantity,
        "quantity_max": line.quantity_max,
        "unit": line.item.unit,
        "hours": line.item.hours,
        "rate_usd": line.rate.usd,
        "price": line.marker,
        "source": plain(line.source),
        "note": line.note,
        "now": _amount(line.now),
        "max": _amount(line.at_max),
    }


def _amount(amount: Amount | None) -> dict[str, Any] | None:
    return plain(amount) if amount else None


def _carbon(carbon: Carbon) -> dict[str, Any]:
    return {
        "unit": "kgCO2e",
        "now": _carbon_total(carbon.now),
        "max": _carbon_total(carbon.at_max),
        "known": {
            **plain(carbon.known),
            "operational_percent": carbon.known.operational_percent,
            "embodied_percent": carbon.known.embodied_percent,
        },
        "by_publisher": plain(carbon.by_publisher),
        "assumptions": plain(carbon.assumptions),
        "left_out": list(carbon.left_out),
        "lines": [_carbon_line(line) for line in carbon.lines],
    }


def _carbon_total(total: CarbonTotal) -> dict[str, Any]:
    return plain(total)


def _carbon_line(line: CarbonLine) -> dict[str, Any]:
    return {
        "subject": line.subject,
        "label": line.label,
        "instance_type": line.instance_type,
        "figure": line.marker,
        "power_of_a_node": plain(line.power),
        "grid": plain(line.grid),
        "embodied": plain(line.embodied),
        "note": line.note,
        "now": _emission(line.now),
        "max": _emission(line.at_max),
    }


def _emission(emission: Emission) -> dict[str, Any]:
    return {**plain(emission), "kg_per_hour": emission.kg_per_hour, "kg_per_month": emission.kg_per_month}
