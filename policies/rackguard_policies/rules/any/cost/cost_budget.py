"""A month costs no more than its budget."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rackguard_policies.exceptions import CLUSTERS
from rackguard_policies.rule import Finding, NotApplicable, Parameter, Rule, Unproven
from rackguard_policies.values import leaf, number

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard_policies.rule import Subject, Verdict

KEYS = ("budget_usd_per_month", "budgetUsdPerMonth")
"""How a cluster's argument is called in programs of Python, and in those of other languages."""


def _judge(subject: Subject) -> Iterator[Verdict]:
    budget = subject.parameters["usd_per_month"] or _declared(subject.graph)
    if not budget:
        yield NotApplicable("no budget is declared")
        return
    wanted = f"a month costs ${budget:,.0f} or less"
    cost = subject.cost
    if cost is None:
        yield Unproven("", wanted)
        return
    certain, most = cost.usd_per_month, cost.usd_per_month_at_max
    if certain > budget:
        yield Finding("", wanted, f"${certain:,.0f} for certain")
    elif most > budget:
        yield Finding("", wanted, f"${most:,.0f} once everything is scaled out")
    elif cost.uncounted:
        yield Unproven("", f"{wanted}, with {', '.join(cost.uncounted)}")
    elif unpriced := [node.label for node in cost.nodes if not node.priced]:
        yield Unproven("", f"{wanted}, with {', '.join(unpriced)}, which have no price")


def _declared(graph: Graph) -> float:
    """The budgets of all clusters; 0 where one has none."""
    found = [_of(cluster.inputs) for cluster in graph.of_type(CLUSTERS)]
    return sum(found) if all(found) else 0.0


def _of(inputs: dict[str, Any]) -> float:
    return next((amount for key in KEYS if (amount := number(leaf(inputs, key).value))), 0.0)


RULE = Rule(
    id="cost-budget",
    title="A month costs no more than the budget, for certain and with everything scaled out",
    severity="high",
    why="Eight GPU nodes that nobody counted cost more in a night than their team has for a month.",
    fix="Lower nodes.max of a pool, buy it otherwise (purchase), or agree on another budget_usd_per_month.",
    types=(),
    judge=_judge,
    parameters={
        "usd_per_month": Parameter(
            None,
            {"anyOf": [{"type": "number", "exclusiveMinimum": 0}, {"type": "null"}]},
            "US dollars a month; by default the sum of what the stack's clusters declare",
        )
    },
    before='GpuCluster("llm", {"budget_usd_per_month": 10_000, "pools": {"train": {"nodes": {"max": 64}, ...}}})',
    after='GpuCluster("llm", {"budget_usd_per_month": 10_000, "pools": {"train": {"nodes": {"max": 2}, ...}}})',
)
