"""What a changed template does to running nodes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rackguard.plan.placement import plan_placement
from rackguard.plan.rollout import plan_rollout, surge_nodes
from rackguard.plan.types import RolloutPlan

BLOCK = {"id": "cr-0fedcba9876543210", "start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}


def rollout(declare, catalog, *, efa=False, **pool) -> RolloutPlan:
    stack = declare(pools={"train": pool})
    declared = stack.cluster.pools["train"]
    types = tuple(catalog.instance_type(name) for name in declared.types)
    return plan_rollout("train", declared, plan_placement("train", declared, types, stack, efa=efa))


@pytest.mark.parametrize("purchase", [{"on_demand": {}}, {"spot": {}}, {"reservation": {"create": 1}}])
def test_by_default_running_nodes_are_left_alone(declare, catalog, purchase):
    plan = rollout(declare, catalog, purchase=purchase)
    assert (plan.mode, plan.min_healthy_percent, plan.max_healthy_percent) == ("manual", None, None)
    assert plan.ends_nodes is False
    assert surge_nodes(plan, 8) == 0


@pytest.mark.parametrize(
    ("pool", "efa", "capped_by"),
    [
        ({"purchase": {"reservation": {"create": 4}}}, False, "a reservation"),
        ({"purchase": {"reservation": {"id": "cr-0123456789abcdef0"}}}, False, "a reservation"),
        ({"purchase": {"capacity_block": BLOCK}}, False, "a capacity block"),
        ({"instance_type": "p5.48xlarge"}, True, "a cluster placement group"),
        ({"placement": "spread"}, False, "a spread placement group"),
    ],
)
def test_capped_capacity_ends_a_node_before_it_starts_one(declare, catalog, pool, efa, capped_by):
    plan = rollout(declare, catalog, efa=efa, rollout="rolling", nodes={"max": 4}, **pool)
    assert (plan.mode, plan.min_healthy_percent, plan.max_healthy_percent) == ("rolling", 90, 100)
    assert plan.ends_nodes is True
    assert surge_nodes(plan, 4) == 0
    (decision,) = plan.decisions
    assert decision.subject == "pools.train"
    assert f"ends a node before it starts one: {capped_by}" in decision.reason


@pytest.mark.parametrize("purchase", [{"on_demand": {}}, {"spot": {}}])
def test_elastic_capacity_starts_a_node_before_it_ends_one(declare, catalog, purchase):
    plan = rollout(declare, catalog, rollout="rolling", nodes={"max": 4}, purchase=purchase)
    assert (plan.mode, plan.min_healthy_percent, plan.max_healthy_percent) == ("rolling", 100, 110)
    assert plan.ends_nodes is True
    assert surge_nodes(plan, 4) == 1
    assert "ends the running nodes of train, and their jobs" in plan.decisions[0].reason


@pytest.mark.parametrize(("nodes", "surge"), [(1, 1), (10, 1), (11, 2), (1000, 100)])
def test_a_tenth_more_nodes_run_for_a_while(nodes, surge):
    plan = RolloutPlan("rolling", 100, 110, ends_nodes=True, decisions=())
    assert surge_nodes(plan, nodes) == surge


@given(st.integers(1, 1000))
def test_there_is_always_room_for_one_more_where_capacity_is_elastic(nodes):
    assert 1 <= surge_nodes(RolloutPlan("rolling", 100, 110, ends_nodes=True, decisions=()), nodes) <= nodes
