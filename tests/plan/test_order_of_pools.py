"""Pools are a map: an engine hands them over in an order of its own, and the plan must be the same."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import permutations
from pathlib import Path

import pytest

from rackguard.catalog.catalog import load
from rackguard.plan.cluster import plan_cluster
from rackguard.plan.types import ClusterPlan
from rackguard.spec.load import load_stack
from rackguard.spec.stack import Stack

STACKS = Path(__file__).parents[2] / "stacks"
NOW = datetime(2026, 12, 1, tzinfo=UTC)


def stack_of(name: str) -> Stack:
    stack = load_stack(STACKS / f"Pulumi.{name}.yaml").stack
    assert stack
    return stack


def planned(stack: Stack, order: tuple[str, ...]) -> ClusterPlan:
    cluster = stack.cluster.model_copy(update={"pools": {name: stack.cluster.pools[name] for name in order}})
    return plan_cluster(Stack(stack.name, stack.region, cluster), load(), NOW)


def needs(plan: ClusterPlan) -> set[tuple[str, int, frozenset[str]]]:
    return {(need.name, need.vcpus, frozenset(need.pools)) for need in plan.quotas}


@pytest.mark.parametrize("name", ["staging", "prod"])
def test_the_order_of_pools_decides_nothing(name: str) -> None:
    stack = stack_of(name)
    first = planned(stack, tuple(stack.cluster.pools))
    for order in permutations(stack.cluster.pools):
        plan = planned(stack, order)
        assert plan.network == first.network
        assert plan.key == first.key
        assert plan.access == first.access
        assert plan.storage == first.storage
        assert {pool.name: pool for pool in plan.pools} == {pool.name: pool for pool in first.pools}
        assert needs(plan) == needs(first)
        assert {item.name for item in plan.retained} == {item.name for item in first.retained}
