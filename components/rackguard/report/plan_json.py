"""A plan as JSON: versioned, its shape in `plan_shape`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rackguard.report.plain import plain
from rackguard.report.resource_data import resources_data

if TYPE_CHECKING:
    from rackguard.economics.budget import BudgetVerdict
    from rackguard.economics.compare import Difference
    from rackguard.economics.cost import Cost, CostLine
    from rackguard.economics.emissions import Carbon, CarbonLine, Emission
    from rackguard.plan.types import ClusterPlan
    from rackguard.report import plan_shape as shape
    from rackguard.report.check_report import CheckReport
    from rackguard.report.comparison import Comparison
    from rackguard.report.guardrail_shape import GuardrailsData
    from rackguard.report.plan_report import PlanReport
    from rackguard.spec.problem import Problem

LEFT_OUT = frozenset({"script", "base64", "decisions"})
"""Fields of the plan's parts that the JSON leaves out: scripts, and decisions, which stand in one list."""
LEFT_OUT_OF_CLUSTER = frozenset({"pools", "stack", "decisions"})


def text(data: object) -> str:
    """JSON text, ending in a newline."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def as_data(report: PlanReport) -> shape.PlanData:
    """The report as plain data."""
    plan = report.plan
    return {
        "format": "rackguard-plan",
        "version": 1,
        "stack": report.stack,
        "file": report.file,
        "as_of": report.as_of,
        "cluster": _cluster(plan) if plan else None,
        "pools": plain(plan.pools, LEFT_OUT) if plan else [],
        "decisions": plain(plan.decisions) if plan else [],
        "cost": _cost(report.cost, report) if report.cost else None,
        "carbon": _carbon(report.carbon) if report.carbon else None,
        "resources": resources_data(report.graph) if report.graph else [],
        "lacks": list(report.graph.lacks) if report.graph else [],
        "problems": [problem_data(problem) for problem in report.problems],
        "guardrails": guardrails_data(report.guardrails) if report.guardrails else None,
    }


def guardrails_data(report: CheckReport) -> GuardrailsData:
    """How the guardrails came out, as plain data."""
    from rackguard.report.check_json import counts

    return {
        "frameworks": [framework.id for framework in report.frameworks],
        "rules": len(report.rules),
        "counts": counts(report),
    }


def _cluster(plan: ClusterPlan) -> Any:
    """The plan without what stands beside it; a part's own key of that name stays (`pools` of a quota)."""
    return {name: plain(part, LEFT_OUT) for name, part in vars(plan).items() if name not in LEFT_OUT_OF_CLUSTER}


def problem_data(problem: Problem) -> shape.ProblemData:
    """One problem as plain data."""
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


def comparison_data(before: PlanReport, compared: Comparison | None) -> shape.ComparisonData:
    """What changes from `before`; `compared` is None where one of the two has errors."""
    return {
        "stack": before.stack,
        "file": before.file,
        "problems": [problem_data(problem) for problem in before.problems],
        "changes": plain(compared.changes) if compared and compared.nodes else None,
        "running_nodes": plain(compared.nodes) if compared and compared.nodes else None,
        "resources": plain(compared.resources) if compared else None,
        "cost": [_difference(difference) for difference in compared.cost] if compared else None,
        "carbon": [_difference(difference) for difference in compared.carbon] if compared else None,
    }


def _difference(difference: Difference) -> shape.DifferenceData:
    return _with(difference, kind=difference.kind, now_change=difference.now_change, max_change=difference.max_change)


def _cost(cost: Cost, report: PlanReport) -> shape.CostData:
    budget = report.budget
    return {
        "currency": "USD",
        "now": plain(cost.now),
        "max": plain(cost.at_max),
        "budget": {"now": _verdict(budget.now), "max": _verdict(budget.at_max)} if budget else None,
        "priced": _with(cost.priced, gpu_percent=cost.priced.gpu_percent),
        "unsaved_work": plain(report.unsaved),
        "lines": [_cost_line(line) for line in cost.lines],
    }


def _verdict(verdict: BudgetVerdict) -> shape.VerdictData:
    return _with(verdict, percent=verdict.percent)


def _cost_line(line: CostLine) -> shape.CostLineData:
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
        "price_kind": line.marker,
        "source": plain(line.source),
        "note": line.note,
        "by_use": line.by_use,
        "now": plain(line.now),
        "max": plain(line.at_max),
    }


def _carbon(carbon: Carbon) -> shape.CarbonData:
    known = carbon.known
    return {
        "unit": "kgCO2e",
        "now": plain(carbon.now),
        "max": plain(carbon.at_max),
        "known": _with(known, operational_percent=known.operational_percent, embodied_percent=known.embodied_percent),
        "by_publisher": plain(carbon.by_publisher),
        "assumptions": plain(carbon.assumptions),
        "left_out": list(carbon.left_out),
        "lines": [_carbon_line(line) for line in carbon.lines],
    }


def _carbon_line(line: CarbonLine) -> shape.CarbonLineData:
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


def _emission(emission: Emission) -> shape.EmissionData:
    return _with(emission, kg_per_hour=emission.kg_per_hour, kg_per_month=emission.kg_per_month)


def _with(value: object, **worked_out: Any) -> Any:
    """The fields of a record, and what it works out of them."""
    return {**plain(value), **worked_out}
