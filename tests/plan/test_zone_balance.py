"""Whether running nodes of a pool in several zones may be ended to balance the zones."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rackguard.plan.pool import plan_pool
from rackguard.plan.types import PoolPlan

NOW = datetime(2026, 12, 1, tzinfo=UTC)
AZ1, AZ2 = "use2-az1", "use2-az2"


def planned(declare, catalog, **pool) -> PoolPlan:
    stack = declare(pools={"train": pool})
    types = tuple(catalog.instance_type(name) for name in stack.cluster.pools["train"].types)
    return plan_pool("train", types, stack, catalog, NOW)


@pytest.mark.parametrize("rollout", ["manual", "rolling"])
@pytest.mark.parametrize("purchase", [{"on_demand": {}}, {"spot": {}}])
def test_no_node_is_ended_to_balance_several_zones(declare, catalog, rollout, purchase):
    plan = planned(declare, catalog, zone_id=None, zone_ids=[AZ1, AZ2], rollout=rollout, purchase=purchase)
    assert plan.suspended_processes == ("AZRebalance",)
    (decision,) = [decision for decision in plan.decisions if decision.id == "zone-balance"]
    assert (decision.subject, decision.value) == ("pools.train", "running nodes stay in their zone")
    assert "would end running nodes, and their jobs" in decision.reason


@pytest.mark.parametrize("zones", [{"zone_id": AZ1}, {"zone_id": None, "zone_ids": [AZ1]}])
def test_in_a_single_zone_there_is_nothing_to_balance(declare, catalog, zones):
    plan = planned(declare, catalog, **zones)
    assert plan.suspended_processes == ()
    assert "zone-balance" not in {decision.id for decision in plan.decisions}
