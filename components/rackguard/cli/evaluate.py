"""A stack file through the whole flow: read, planned, checked, priced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.record import record
from rackguard.spec.load import CLUSTER, Loaded, load_stack, place
from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.values import echoed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from pathlib import Path

    from rackguard.catalog.catalog import Catalog
    from rackguard.economics.budget import BudgetCheck
    from rackguard.economics.cost import Cost
    from rackguard.economics.emissions import Carbon
    from rackguard.economics.unsaved_work import UnsavedWork
    from rackguard.graph.graph import Graph
    from rackguard.plan.types import ClusterPlan
    from rackguard.report.plan_report import PlanReport
    from rackguard.spec.stack import Stack


@record
class Checked:
    """A stack file, read and checked; `plan` is None where nothing could be understood."""

    loaded: Loaded
    plan: ClusterPlan | None
    catalog: Catalog
    problems: tuple[Problem, ...]
    """All, in file order."""

    @property
    def has_errors(self) -> bool:
        """True where an error was found."""
        return any(problem.level == "error" for problem in self.problems)


def moment(text: str | None, option: str = "--at") -> datetime:
    """The time given with an option, or now, in UTC.

    Raises:
        InvalidInput: where it is no time with an offset.
    """
    from datetime import UTC, datetime

    from rackguard.spec.patterns import check_time

    if text is None:
        return datetime.now(UTC).replace(microsecond=0)
    try:
        given = datetime.fromisoformat(check_time(text)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise _no_moment(option, text, str(error)) from None
    if not 2000 <= given.year < 3000:  # days are added and taken away later, which must not leave the calendar
        raise _no_moment(option, text, "a time from the year 2000 to 2999")
    return given


def _no_moment(option: str, text: str, allowed: str) -> InvalidInput:
    message = f"{option} is {echoed(text)}; allowed: {allowed}"
    return InvalidInput([Problem("command-line", "error", (option,), message)])


def check(path: Path, now: datetime) -> Checked:
    """Read and check the file at `path` as of `now`.

    Raises:
        InvalidInput: where it can't be read.
    """
    from rackguard.catalog.catalog import load
    from rackguard.plan.checked import plan_and_validate

    loaded = _read(path)
    catalog = load()
    if loaded.stack is None:
        return Checked(loaded, None, catalog, loaded.problems)
    checked = plan_and_validate(loaded.stack, catalog, now)
    return Checked(loaded, checked.plan, catalog, tuple(place([*checked.problems], loaded)))


def _read(path: Path) -> Loaded:
    loaded = load_stack(path)
    if not loaded.document.readable:
        raise InvalidInput(list(loaded.problems))
    return loaded


def evaluate(path: Path, now: datetime) -> PlanReport:
    """The report of the stack file at `path` as of `now`; where it has errors, only its problems.

    Raises:
        InvalidInput: where the file can't be read, or its program can't be run offline.
    """
    from rackguard.report.plan_report import PlanReport
    from rackguard.spec.load import stack_name

    checked = check(path, now)
    stack = checked.loaded.stack
    name, file, as_of = stack_name(path), str(path), _text(now)
    if checked.plan is None or stack is None or checked.has_errors:
        return PlanReport(name, file, as_of, None, None, None, None, checked.problems)
    from rackguard.cli.resources import resources_of
    from rackguard.economics import budget

    graph = resources_of(path, checked.loaded.document.data["config"], now)
    cost, carbon = _figures(graph, checked.catalog, [f"pools.{pool.name}" for pool in checked.plan.pools])
    limit = stack.cluster.budget_usd_per_month
    verdict = budget.compare(cost, limit) if limit else None
    found = [*checked.problems, *(_over_budget(verdict) if verdict else ())]
    problems = tuple(place(found, checked.loaded))
    unsaved = _unsaved(stack, checked.plan, cost, checked.catalog)
    return PlanReport(name, file, as_of, checked.plan, cost, carbon, verdict, problems, graph, unsaved=unsaved)


def _unsaved(stack: Stack, plan: ClusterPlan, cost: Cost, catalog: Catalog) -> tuple[UnsavedWork, ...]:
    """What spot pools lose that name no checkpoint store; nodes with EFA work together."""
    from rackguard.economics.unsaved_work import unsaved_work

    saved = [f"pools.{name}" for name, pool in stack.cluster.pools.items() if pool.purchase.checkpoint is not None]
    return unsaved_work(cost, saved, [f"pools.{pool.name}" for pool in plan.pools if pool.efa], catalog)


def evaluate_graph(graph: Graph, file: str, now: datetime) -> PlanReport:
    """The report of a stack that was read from `file`, a preview or a state, whoever declared it."""
    from rackguard.catalog.catalog import load
    from rackguard.report.plan_report import PlanReport

    cost, carbon = _figures(graph, load())
    return PlanReport(graph.stack, file, _text(now), None, cost, carbon, None, (), graph)


def _figures(graph: Graph, catalog: Catalog, first: Sequence[str] = ()) -> tuple[Cost, Carbon]:
    """What the graph's resources cost and emit, the subjects in `first` before all."""
    from rackguard.economics.carbon import carbon_of_items
    from rackguard.economics.cost import price_items
    from rackguard.economics.graph_items import items_of_graph, own_prices_of_graph

    items = items_of_graph(graph, catalog, first)
    cost = price_items(items, catalog, own_prices_of_graph(graph), whole=graph.whole)
    return cost, carbon_of_items(items, catalog, whole=graph.whole)


def _text(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _over_budget(check: BudgetCheck) -> list[Problem]:
    """A warning where the budget is exceeded: for certain, or once everything is scaled out."""
    for words, verdict in (("costs", check.now), ("costs, scaled out,", check.at_max)):
        if verdict.status == "exceeded":
            message = (
                f"the cluster {words} {'at least ' if verdict.at_least else ''}"
                f"{verdict.usd_per_month:,.0f} USD a month;"
                f" the budget is {verdict.budget_usd_per_month:,.0f}"
            )
            hint = "Rent fewer nodes or another purchase option, or raise `budget_usd_per_month`."
            return [Problem("budget-exceeded", "warning", (*CLUSTER, "budget_usd_per_month"), message, hint)]
    return []
