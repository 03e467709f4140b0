"""A stack file through the whole flow: read, planned, checked, priced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.spec.load import CLUSTER, Loaded, load_stack, place
from rackguard.spec.problem import Problem

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from rackguard.catalog.catalog import Catalog
    from rackguard.plan.types import ClusterPlan
    from rackguard.report.plan_report import PlanReport


def moment(text: str | None) -> datetime:
    """The time given, or now, in UTC.

    Raises:
        InvalidInput: where it is no time with an offset.
    """
    from datetime import UTC, datetime

    from rackguard.spec.patterns import check_time
    from rackguard.spec.problem import InvalidInput

    if text is None:
        return datetime.now(UTC).replace(microsecond=0)
    try:
        return datetime.fromisoformat(check_time(text)).astimezone(UTC)
    except ValueError as error:
        problem = Problem("time", "error", ("--at",), f"--at is {text!r}; allowed: {error}")
        raise InvalidInput([problem]) from None


def checked(path: Path, now: datetime) -> tuple[Loaded, ClusterPlan | None, Catalog, list[Problem]]:
    """What the file declares, its plan, and all its problems in file order."""
    from rackguard.catalog.catalog import load
    from rackguard.plan.cluster import plan_cluster
    from rackguard.plan.validators.interface import Context
    from rackguard.plan.validators.registry import validate

    loaded = load_stack(path)
    catalog = load()
    if loaded.stack is None:
        return loaded, None, catalog, list(loaded.problems)
    plan = plan_cluster(loaded.stack, catalog, now)
    found = validate(Context(loaded.stack, catalog, now, plan))
    return loaded, plan, catalog, place(found, loaded)


def evaluate(path: Path, now: datetime) -> PlanReport:
    """The report of a stack file; where it has errors, only its problems."""
    from rackguard.report.plan_report import PlanReport

    loaded, plan, catalog, problems = checked(path, now)
    from rackguard.spec.load import stack_name

    name, file, as_of = stack_name(path), str(path), now.strftime("%Y-%m-%dT%H:%M:%SZ")
    if plan is None or loaded.stack is None or any(problem.level == "error" for problem in problems):
        return PlanReport(name, file, as_of, None, None, None, None, tuple(problems))
    from rackguard.economics import budget
    from rackguard.economics.carbon import carbon_of_items
    from rackguard.economics.cost import price_items
    from rackguard.economics.plan_items import items_of_plan, own_prices_of

    cluster = loaded.stack.cluster
    items = items_of_plan(plan, cluster)
    cost = price_items(items, catalog, own_prices_of(cluster))
    carbon = carbon_of_items(items, catalog)
    limit = cluster.budget_usd_per_month
    verdict = budget.compare(cost, limit) if limit else None
    if verdict is not None:
    return PlanReport(name, file, as_of, plan, cost, carbon, verdict, tuple(problems))
