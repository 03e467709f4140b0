"""vCPUs by service quota."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rackguard.catalog.types import PurchaseOption
from rackguard.plan.pool import known_types, plan_pool
from rackguard.plan.quotas import plan_quotas, quota
from rackguard.plan.types import QuotaNeed

NOW = datetime(2026, 11, 1, tzinfo=UTC)
BLOCK = {"id": "cr-0fedcba9876543210", "start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}
ON_DEMAND, SPOT = PurchaseOption.ON_DEMAND, PurchaseOption.SPOT
P = ("L-417A185B", "Running On-Demand P instances", ON_DEMAND)
G = ("L-DB2E81BA", "Running On-Demand G and VT instances", ON_DEMAND)
STANDARD = ("L-1216C47A", "Running On-Demand Standard (A, C, D, H, I, M, R, T, Z) instances", ON_DEMAND)
SPOT_G = ("L-3819A6DF", "All G and VT Spot Instance Requests", SPOT)
SPOT_P = ("L-7212CCBC", "All P4, P3 and P2 Spot Instance Requests", SPOT)
SPOT_P5 = ("L-C4BD4855", "All P5 Spot Instance Requests", SPOT)
SPOT_P6 = (None, "All P6 Spot Instance Requests", SPOT)


@pytest.fixture
def needs(declare, catalog):
    def _needs(pools, **overrides):
        stack = declare(pools={"train": None, **pools}, **overrides)
        planned = [
            plan_pool(name, types, stack, catalog, NOW)
            for name, pool in stack.cluster.pools.items()
            if (types := known_types(pool, catalog))
        ]
        return plan_quotas(stack, planned, catalog)

    return _needs


def pool(kind, nodes, **more):
    return {"instance_type": kind, "zone_id": "use2-az1", "nodes": {"max": nodes}, **more}


@pytest.mark.parametrize(
    ("declared", "expected", "vcpus"),
    [
        (pool("p5.48xlarge", 2), P, 2 * 192),
        (pool("p4d.24xlarge", 2), P, 2 * 96),
        (pool("p6-b200.48xlarge", 1), P, 192),
        (pool("g6.xlarge", 3), G, 3 * 4),
        (pool("gr6.4xlarge", 1), G, 16),
        (pool("g6.xlarge", 3, purchase={"spot": {}}), SPOT_G, 3 * 4),
        (pool("p4d.24xlarge", 2, purchase={"spot": {}}), SPOT_P, 2 * 96),
        (pool("p3dn.24xlarge", 1, purchase={"spot": {}}), SPOT_P, 96),
        (pool("p5.4xlarge", 1, purchase={"spot": {}}), SPOT_P5, 16),
        (pool("p5en.48xlarge", 1, purchase={"spot": {}}), SPOT_P5, 192),
        (pool("p6-b300.48xlarge", 1, purchase={"spot": {}}), SPOT_P6, 192),
        # All that is reserved counts, used or not.
        (pool("p5.48xlarge", 2, purchase={"reservation": {"create": 8}}), P, 8 * 192),
        (pool("p5.48xlarge", 2, purchase={"reservation": {"id": "cr-0123456789abcdef0", "count": 4}}), P, 4 * 192),
        (pool("p5.48xlarge", 2, purchase={"reservation": {"id": "cr-0123456789abcdef0"}}), P, 2 * 192),
        # A tenth more for a while.
        (pool("g6.xlarge", 20, rollout="rolling"), G, 22 * 4),
        (pool("g6.xlarge", 20, rollout="rolling", purchase={"reservation": {"create": 20}}), G, 20 * 4),
    ],
)
def test_what_a_pool_needs_of_its_quota(needs, declared, expected, vcpus):
    code, name, purchase = expected
    assert needs({"a": declared}) == (QuotaNeed(code, name, purchase, vcpus, ("a",)),)


def test_a_capacity_block_needs_no_quota(needs):
    assert needs({"a": pool("p5.48xlarge", 8, purchase={"capacity_block": BLOCK})}) == ()


def test_pools_of_one_quota_are_added_up(needs):
    pools = {
        "a": pool("p5.48xlarge", 2),
        "b": pool("g6.xlarge", 1),
        "c": pool("p4d.24xlarge", 1, purchase={"reservation": {"create": 1}}),
        "d": pool("p4d.24xlarge", 1, purchase={"spot": {}}),
    }
    assert needs(pools) == (
        QuotaNeed(*P, 2 * 192 + 96, ("a", "c")),
        QuotaNeed(*G, 4, ("b",)),
        QuotaNeed(*SPOT_P, 96, ("d",)),
    )


def test_a_pool_of_several_types_may_run_on_the_largest_alone(needs):
    several = {
        "instance_types": ["g6e.12xlarge", "g6e.24xlarge", "p5.4xlarge"],
        "zone_id": "use2-az1",
        "nodes": {"max": 3},
        "purchase": {"spot": {}},
    }
    assert needs({"a": several}) == (QuotaNeed(*SPOT_G, 3 * 96, ("a",)), QuotaNeed(*SPOT_P5, 3 * 16, ("a",)))


def test_a_login_node_needs_the_standard_quota(needs):
    login = {"login_node": {"instance_type": "m7i.2xlarge", "zone_id": "use2-az1"}}
    assert needs({"a": pool("g6.xlarge", 1)}, access=login) == (
        QuotaNeed(*G, 4, ("a",)),
        QuotaNeed(*STANDARD, 8, ("login_node",)),
    )


def test_every_family_that_can_be_planned_has_a_quota(catalog):
    for kind in catalog.instance_types():
        if not kind.legacy:
            for purchase in (ON_DEMAND, SPOT, PurchaseOption.RESERVATION):
                assert quota(kind.family, purchase)
