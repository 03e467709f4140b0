"""A stack planned and checked, once for whoever asks about the same declaration at the same moment.

The command plans a stack file before its program runs, and the program plans what it is given: the same, offline.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.plan.cluster import plan_cluster
from rackguard.plan.validators.interface import Context
from rackguard.plan.validators.registry import validate
from rackguard.record import record

if TYPE_CHECKING:
    from datetime import datetime

    from rackguard.catalog.catalog import Catalog
    from rackguard.plan.types import ClusterPlan
    from rackguard.spec.problem import Problem
    from rackguard.spec.stack import Stack


@record
class CheckedPlan:
    """A plan, and what the validators find."""

    plan: ClusterPlan
    problems: tuple[Problem, ...]


_last: list[tuple[Context, CheckedPlan]] = []
"""What was asked and answered last."""


def plan_and_validate(
    stack: Stack, catalog: Catalog, now: datetime, further_zones: tuple[str, ...] = ()
) -> CheckedPlan:
    """The stack's plan as of `now` (with an offset), checked; see `plan_cluster`."""
    asked = Context(stack, catalog, now, None, further_zones)
    for known, answer in _last:
        if _same(known, asked):
            return answer
    plan = plan_cluster(stack, catalog, now, further_zones)
    answer = CheckedPlan(plan, tuple(validate(Context(stack, catalog, now, plan, further_zones))))
    _last[:] = [(asked, answer)]
    return answer


def _same(one: Context, other: Context) -> bool:
    """True where not only the values are the same, but also their order, which equality of dicts passes over."""
    return (
        one.catalog is other.catalog
        and one.now == other.now
        and one.further_zones == other.further_zones
        and one.stack == other.stack
        and one.stack.cluster.model_dump_json() == other.stack.cluster.model_dump_json()
    )
