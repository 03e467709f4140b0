"""Two plans side by side: what changes in the cluster, its pools, its running nodes, cost and carbon."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rackguard.record import record
from rackguard.report.differences import Change, differences
from rackguard.report.resource_changes import ResourceChange, operated, resource_changes

if TYPE_CHECKING:
    from rackguard.economics.compare import Difference
    from rackguard.graph.preview import Operation
    from rackguard.plan.running_nodes import RunningNodes
    from rackguard.plan.types import ClusterPlan
    from rackguard.report.plan_report import PlanReport

_NAMES = ("name", "region", "account_id")
"""What the names, ARNs and policies of a cluster are made of."""
_TOLD = frozenset({"name", "region", "account"})


@record
class Comparison:
    """What changes from one plan to another."""

    before: str | None
    """Name of the stack; None where it is what is deployed of the other."""
    after: str
    changes: tuple[Change, ...]
    nodes: RunningNodes | None
    """What becomes of running nodes where the one takes the place of the other; None where that isn't known."""
    cost: tuple[Difference, ...]
    carbon: tuple[Difference, ...]
    resources: tuple[ResourceChange, ...] = ()


def compare(before: PlanReport, after: PlanReport) -> Comparison:
    """What changes from `before` to `after`.

    Raises ValueError where either has errors, and so no plan.
    """
    from rackguard.economics.compare import compare_carbon, compare_costs
    from rackguard.plan.running_nodes import running_nodes

    if before.plan is None or after.plan is None:
        raise ValueError("only plans without errors can be compared")
    return Comparison(
        before=before.stack,
        after=after.stack,
        changes=tuple(_changes(before.plan, after.plan)),
        nodes=running_nodes(before.plan, after.plan),
        cost=compare_costs(before.cost, after.cost) if before.cost and after.cost else (),
        carbon=compare_carbon(before.carbon, after.carbon) if before.carbon and after.carbon else (),
        resources=(
            resource_changes(before.graph, after.graph, (before.plan.name, after.plan.name))
            if before.graph and after.graph
            else ()
        ),
    )


def compare_preview(before: PlanReport, after: PlanReport, operations: Mapping[str, Operation]) -> Comparison:
    """What a preview changes: resources, cost and carbon, of a stack that need not be one of ours."""
    from rackguard.economics.compare import compare_carbon, compare_costs

    return Comparison(
        before=None,
        after=after.stack,
        changes=(),
        nodes=None,
        cost=compare_costs(before.cost, after.cost) if before.cost and after.cost else (),
        carbon=compare_carbon(before.carbon, after.carbon) if before.carbon and after.carbon else (),
        resources=operated(before.graph, after.graph, operations) if before.graph and after.graph else (),
    )


def _changes(before: ClusterPlan, after: ClusterPlan) -> list[Change]:
    """Every difference; those that follow from another name, region or account are told as one."""
    old, new = _without_names(before, after), _without_names(after, before)
    changes = differences(before, after, (old, new))
    own = [change for change in changes if _is_told(change) or old(change.before) != new(change.after)]
    if follow := len(changes) - len(own):
        sides = [", ".join(str(getattr(plan, name)) for name in _names(before, after)) for plan in (before, after)]
        what = f"{follow:,} names, ARNs and policies that hold these"
        last = max(place for place, change in enumerate(own) if _is_told(change))
        own.insert(last + 1, Change("cluster", what, *sides))
    return own


def _is_told(change: Change) -> bool:
    return change.subject == "cluster" and change.what in _TOLD


def _names(one: ClusterPlan, other: ClusterPlan) -> list[str]:
    return [name for name in _NAMES if getattr(one, name) != getattr(other, name)]


def _without_names(plan: ClusterPlan, other: ClusterPlan) -> Callable[[str], str]:
    """Takes out of a text the names that differ from the other plan's, each as a whole word."""
    words = {str(getattr(plan, name)): f"({name})" for name in _names(plan, other)}
    if not words:
        return lambda text: text
    found = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(map(re.escape, words))})(?![A-Za-z0-9])")
    return lambda text: found.sub(lambda match: words[match[0]], text)
