"""Which pools have a placement group, and which may not."""

from __future__ import annotations

import pytest

from rackguard.plan.placement import plan_placement
from rackguard.plan.types import PlacementPlan

GROUP = "arn:aws:ec2:us-east-2:123456789012:placement-group/theirs"
BLOCK = {"id": "cr-0fedcba9876543210", "start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}
TWO = {"zone_id": None, "zone_ids": ["use2-az1", "use2-az2"]}
EIGHT = {"instance_type": "p5.48xlarge", "nodes": {"max": 8}}


def placement(declare, catalog, pool, *, efa=True) -> PlacementPlan:
    stack = declare(pools={"train": pool})
    declared = stack.cluster.pools["train"]
    types = tuple(catalog.instance_type(name) for name in declared.types)
    return plan_placement("train", declared, types, stack, efa=efa)


def group(plan: PlacementPlan):
    return plan.strategy, plan.name, plan.existing_arn, plan.partition_count


NONE = (None, None, None, None)
CLUSTER = ("cluster", "llm-pool-train-cluster", None, None)


@pytest.mark.parametrize(
    ("pool", "efa", "expected", "reason"),
    [
        (EIGHT, True, CLUSTER, "EFA is fastest between nodes that are close."),
        (EIGHT, False, NONE, "Without EFA"),
        ({**EIGHT, "nodes": {"max": 1}}, True, NONE, "A single node"),
        ({**EIGHT, **TWO}, True, NONE, "one zone"),
        ({**EIGHT, "placement": "none"}, True, NONE, "You asked for none."),
        ({**EIGHT, "placement": "cluster"}, False, CLUSTER, "You asked for it."),
        ({**EIGHT, "placement": "spread"}, True, ("spread", "llm-pool-train-spread", None, None), "You asked for it."),
        (
            {**EIGHT, "placement": "partition"},
            True,
            ("partition", "llm-pool-train-partition-7", None, 7),
            "You asked for it.",
        ),
        (
            {**EIGHT, "placement": "partition", "partition_count": 3},
            True,
            ("partition", "llm-pool-train-partition-3", None, 3),
            "You asked for it.",
        ),
        ({**EIGHT, "purchase": {"spot": {}}}, True, CLUSTER, "EFA is fastest"),
        ({**EIGHT, "purchase": {"reservation": {"create": 8}}}, True, CLUSTER, "the reservation is made in it"),
        ({**EIGHT, "purchase": {"reservation": {"id": "cr-0123456789abcdef0"}}}, True, NONE, "finds no capacity"),
        (
            {**EIGHT, "placement": "cluster", "purchase": {"reservation": {"id": "cr-0123456789abcdef0"}}},
            True,
            NONE,
            "finds no capacity",
        ),
        (
            {**EIGHT, "purchase": {"reservation": {"id": "cr-0123456789abcdef0", "placement_group_arn": GROUP}}},
            False,
            ("cluster", None, GROUP, None),
            "made in this group",
        ),
        ({**EIGHT, "purchase": {"capacity_block": BLOCK}}, True, NONE, "refuses a placement group"),
        ({**EIGHT, "placement": "cluster", "purchase": {"capacity_block": BLOCK}}, True, NONE, "refuses"),
        ({"instance_type": "p6e-gb200.36xlarge", "nodes": {"max": 9}}, True, NONE, "can't be in a cluster group"),
    ],
)
def test_a_pools_group_and_its_reason(declare, catalog, pool, efa, expected, reason):
    plan = placement(declare, catalog, pool, efa=efa)
    assert group(plan) == expected
    (decision,) = plan.decisions
    assert (decision.id, decision.subject, decision.value) == ("placement", "pools.train", expected[0] or "none")
    assert reason in decision.reason


def test_what_replaces_a_group_changes_its_name(declare, catalog):
    kinds = [{"placement": "cluster"}, {"placement": "spread"}, {"placement": "partition"}]
    kinds += [{"placement": "partition", "partition_count": count} for count in (1, 2)]
    names = [placement(declare, catalog, {**EIGHT, **kind}).name for kind in kinds]
    assert len(set(names)) == len(names)
