"""Placement groups and reservations: where nodes stand, and capacity that is kept for them."""

from __future__ import annotations

from typing import Any

import pulumi
import pytest
from tests.aws.plans import example, pool_of, variant
from tests.aws.pools import Record, by_name, needed

from rackguard.aws.placement import Placement, PlacementParts
from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN
from rackguard.plan.types import ClusterPlan

SPOT = "purchase: {spot: {checkpoint: checkpoints}}"


def graph(record: Record, plan: ClusterPlan, pool: str) -> Graph:
    def program() -> None:
        planned = pool_of(plan, pool)
        made = Placement.planned("place", PlacementParts(planned.placement, planned.launch.reservation, plan.tags))
        pulumi.export("made", [made.group_name, made.group_arn, made.reservation_id, made.reservation_arn])

    return record(program)


def tags(environment: str, classification: str, name: str) -> dict[str, str]:
    return {
        "owner": "ml-platform",
        "environment": environment,
        "classification": classification,
        "rackguard:cluster": f"llm-{environment}",
        "rackguard:stack": environment,
        "Name": name,
    }


def reservation(**more: Any) -> dict[str, Any]:
    """Two nodes for staging's `train`."""
    return {
        "instanceType": "p4d.24xlarge",
        "instancePlatform": "Linux/UNIX",
        "availabilityZone": UNKNOWN,
        "instanceCount": 2,
        "instanceMatchCriteria": "targeted",
        "ebsOptimized": True,
        "endDateType": "unlimited",
        "tenancy": "default",
        "tags": tags("staging", "confidential", "llm-staging-pool-train"),
        **more,
    }


def test_a_reservation_is_made_in_its_own_placement_group(record: Record):
    resources = by_name(graph(record, example("staging"), "train"))
    assert resources["place-group"].inputs == {
        "name": "llm-staging-pool-train-cluster",
        "strategy": "cluster",
        "tags": tags("staging", "confidential", "llm-staging-pool-train-cluster"),
    }
    assert resources["place-reservation"].inputs == reservation(placementGroupArn=UNKNOWN)
    assert needed(resources["place-reservation"]) == {"place-group"}
    assert set(resources) == {"tests-test", "place", "place-group", "place-reservation"}


def test_a_reservation_without_a_group(record: Record):
    found = graph(record, variant("staging", {"placement: cluster": "placement: none"}), "train")
    resources = by_name(found)
    assert resources["place-reservation"].inputs == reservation()
    assert set(resources) == {"tests-test", "place", "place-reservation"}
    assert found.outputs == {"made": [None, None, UNKNOWN, UNKNOWN]}


@pytest.mark.parametrize(
    ("declared", "name", "more"),
    [
        ("spread", "llm-dev-pool-lab-spread", {"strategy": "spread"}),
        ("partition", "llm-dev-pool-lab-partition-7", {"strategy": "partition", "partitionCount": 7}),
        (
            "partition\n        partition_count: 3",
            "llm-dev-pool-lab-partition-3",
            {"strategy": "partition", "partitionCount": 3},
        ),
    ],
)
def test_a_group_without_a_reservation(record: Record, declared: str, name: str, more: dict[str, Any]):
    found = graph(record, variant("dev", {SPOT: f"{SPOT}\n        placement: {declared}"}), "lab")
    resources = by_name(found)
    assert resources["place-group"].inputs == {"name": name, "tags": tags("dev", "internal", name), **more}
    assert set(resources) == {"tests-test", "place", "place-group"}
    assert found.outputs == {"made": [name, UNKNOWN, None, None]}


def test_a_bigger_reservation_is_the_same_one(record: Record):
    plan = variant("staging", {"{create: 2}": "{create: 3}"})
    changed = by_name(graph(record, plan, "train"))["place-reservation"].inputs
    assert changed == reservation(placementGroupArn=UNKNOWN, instanceCount=3)


@pytest.mark.parametrize(("stack", "pool"), [("prod", "train"), ("prod", "sprint"), ("prod", "eval"), ("dev", "lab")])
def test_nothing_is_made_for_capacity_that_exists_or_needs_no_place(record: Record, stack: str, pool: str):
    found = graph(record, example(stack), pool)
    assert set(by_name(found)) == {"tests-test", "place"}
    assert found.outputs == {"made": [None, None, None, None]}
