"""Two plans side by side: what changes in the cluster, its pools, cost and carbon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.record import record
from rackguard.report import words

if TYPE_CHECKING:
    from rackguard.economics.compare import Difference
    from rackguard.plan.types import ClusterPlan, PoolPlan
    from rackguard.report.plan_report import PlanReport


@record
class Change:
    """One property that differs; `before` or `after` is empty where only one plan has the subject."""

    subject: str
    """`cluster`, or `pools.train`."""
    what: str
    before: str
    after: str


@record
class Comparison:
    """What changes from one plan to another."""

    before: str
    """Name of the stack."""
    after: str
    changes: tuple[Change, ...]
    cost: tuple[Difference, ...]
    carbon: tuple[Difference, ...]


def compare(before: PlanReport, after: PlanReport) -> Comparison:
    """What changes from `before` to `after`, both planned without errors."""
    from rackguard.economics.compare import compare_carbon, compare_costs

    cost = compare_costs(before.cost, after.cost) if before.cost and after.cost else ()
    carbon = compare_carbon(before.carbon, after.carbon) if before.carbon and after.carbon else ()
    changes = _changes(before.plan, after.plan) if before.plan and after.plan else []
    return Comparison(before.stack, after.stack, tuple(changes), cost, carbon)


def _changes(before: ClusterPlan, after: ClusterPlan) -> list[Change]:
    changes = _differing("cluster", _cluster(before), _cluster(after))
    old, new = ({pool.name: pool for pool in plan.pools} for plan in (before, after))
    for name in dict.fromkeys([*old, *new]):
        was, now = old.get(name), new.get(name)
        if was and now:
            changes += _differing(f"pools.{name}", _pool(was), _pool(now))
        else:
            changes.append(Change(f"pools.{name}", "pool", _in_short(was), _in_short(now)))
    return changes


def _differing(subject: str, was: dict[str, str], now: dict[str, str]) -> list[Change]:
    return [Change(subject, what, was[what], now[what]) for what in was if was[what] != now[what]]


def _in_short(pool: PoolPlan | None) -> str:
    if pool is None:
        return ""
    return f"{words.nodes_words(pool)} × {words.listed(list(pool.instance_types))}, {words.purchase_words(pool)}"


def _pool(pool: PoolPlan) -> dict[str, str]:
    return {
        "type": ", ".join(pool.instance_types),
        "nodes": words.nodes_words(pool),
        "purchase": words.purchase_words(pool),
        "zones": ", ".join(pool.zone_ids),
        "interfaces": words.interfaces_words(pool),
        "placement": words.placement_words(pool),
        "image": pool.image.id or pool.image.parameter or pool.image.os,
        "rollout": pool.rollout.mode,
    }


def _cluster(plan: ClusterPlan) -> dict[str, str]:
    login = plan.access.login_node
    stores = [*plan.storage.lustre, *plan.storage.efs, *plan.storage.buckets]
    return {
        "name": plan.name,
        "account": plan.account_id,
        "region": plan.region,
        "protect": "on" if plan.protect else "off",
        "network": plan.network.cidr or plan.network.existing_vpc_id or "",
        "NAT": words.nat_words(plan.network),
        "endpoints": words.endpoints_words(plan.network),
        "login node": f"{login.instance_type} in {login.zone_id}" if login else "none",
        "people": ", ".join(user.user for user in plan.access.users),
        "storage": ", ".join(store.key for store in stores) or "none",
        "logs": f"{plan.access.log_retention_days} days",
    }
