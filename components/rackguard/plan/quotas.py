"""vCPUs that a plan needs of each service quota.

Codes: Service Quotas, "Amazon EC2", 2026. On-demand quotas count running on-demand instances and what reservations
hold, used or not; spot quotas count spot requests. A capacity block was granted when it was bought: we count it towards
neither, which no document of AWS that we found says in so many words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rackguard.catalog.types import PurchaseOption
from rackguard.plan.rollout import surge_nodes
from rackguard.plan.types import QuotaNeed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rackguard.catalog.catalog import Catalog
    from rackguard.plan.types import PoolPlan
    from rackguard.spec.stack import Stack


class Quota(NamedTuple):
    """One service quota; `code` is None where sources conflict."""

    code: str | None
    name: str


_ON_DEMAND_STANDARD = Quota("L-1216C47A", "Running On-Demand Standard (A, C, D, H, I, M, R, T, Z) instances")
_ON_DEMAND_G = Quota("L-DB2E81BA", "Running On-Demand G and VT instances")
_ON_DEMAND_P = Quota("L-417A185B", "Running On-Demand P instances")
_SPOT_G = Quota("L-3819A6DF", "All G and VT Spot Instance Requests")
_SPOT_P = Quota("L-7212CCBC", "All P4, P3 and P2 Spot Instance Requests")
_SPOT_P5 = Quota("L-C4BD4855", "All P5 Spot Instance Requests")
_SPOT_P6 = Quota(None, "All P6 Spot Instance Requests")

LOGIN_NODE = "login_node"
"""Stands for the login node among the pools of a need."""


def quota(family: str, purchase: PurchaseOption) -> Quota | None:
    """The quota that a GPU family counts towards when bought in that way; None for capacity blocks."""
    if purchase == PurchaseOption.CAPACITY_BLOCK:
        return None
    if purchase != PurchaseOption.SPOT:
        return _ON_DEMAND_P if family.startswith("p") else _ON_DEMAND_G
    if family.startswith("g"):
        return _SPOT_G
    return _SPOT_P5 if family.startswith("p5") else _SPOT_P6 if family.startswith("p6") else _SPOT_P


def plan_quotas(stack: Stack, pools: Iterable[PoolPlan], catalog: Catalog) -> tuple[QuotaNeed, ...]:
    """What all pools and the login node need at most, in the order in which quotas are first needed."""
    needs: dict[Quota, tuple[PurchaseOption, int, tuple[str, ...]]] = {}

    def add(of: Quota, purchase: PurchaseOption, vcpus: int, who: str) -> None:
        _, so_far, names = needs.get(of, (purchase, 0, ()))
        needs[of] = (purchase, so_far + vcpus, (*names, who))

    for pool in pools:
        # A pool of several types may run on the largest alone.
        types = [found for name in pool.instance_types if (found := catalog.find_instance_type(name))]
        by_quota: dict[Quota, int] = {}
        for instance_type in types:
            if of := quota(instance_type.family, pool.purchase):
                by_quota[of] = max(by_quota.get(of, 0), instance_type.vcpus * _nodes(stack, pool))
        for of, vcpus in by_quota.items():
            add(of, _counted_as(pool.purchase), vcpus, pool.name)
    login = stack.cluster.access.login_node
    if login:
        cpu = next((cpu for cpu in catalog.cpu_types() if cpu.name == login.instance_type), None)
        if cpu:
            add(_ON_DEMAND_STANDARD, PurchaseOption.ON_DEMAND, cpu.vcpus, LOGIN_NODE)
    return tuple(QuotaNeed(of.code, of.name, purchase, vcpus, names) for of, (purchase, vcpus, names) in needs.items())


def _nodes(stack: Stack, pool: PoolPlan) -> int:
    declared = stack.cluster.pools[pool.name].purchase.reservation
    if declared:
        # All that is reserved counts, and nodes inside it don't count again.
        return declared.create or declared.count or pool.nodes_max
    return pool.nodes_max + surge_nodes(pool.rollout, pool.nodes_max)


def _counted_as(purchase: PurchaseOption) -> PurchaseOption:
    return PurchaseOption.SPOT if purchase == PurchaseOption.SPOT else PurchaseOption.ON_DEMAND
