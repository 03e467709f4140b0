"""All that a plan has to say, before it is rendered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.economics.budget import BudgetCheck
    from rackguard.economics.cost import Cost
    from rackguard.economics.emissions import Carbon
    from rackguard.economics.unsaved_work import UnsavedWork
    from rackguard.graph.graph import Graph
    from rackguard.plan.types import ClusterPlan
    from rackguard.report.check_report import CheckReport
    from rackguard.spec.problem import Problem


@record
class PlanReport:
    """A stack planned, priced and checked; where it has errors, only its problems."""

    stack: str
    file: str
    as_of: str
    """The moment it was planned for, ISO 8601: prices have their own dates, blocks depend on it."""
    plan: ClusterPlan | None
    cost: Cost | None
    carbon: Carbon | None
    budget: BudgetCheck | None
    problems: tuple[Problem, ...]
    graph: Graph | None = None
    """Every resource that a deployment would make."""
    guardrails: CheckReport | None = None
    """The resources, judged; None where there are none, or where nobody asked."""
    unsaved: tuple[UnsavedWork, ...] = ()
    """What spot pools without a checkpoint store are expected to lose in a month, scaled out."""

    @property
    def errors(self) -> int:
        """How many problems are errors."""
        return sum(problem.level == "error" for problem in self.problems)

    @property
    def warnings(self) -> int:
        """How many problems are warnings."""
        return sum(problem.level == "warning" for problem in self.problems)
