"""Auto Scaling groups and schedules of every pool of the example stacks and of variants, input by input."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from tests.aws.plans import example, variant
from tests.aws.pools import Record, needed, pool_graph

from rackguard.graph.resource import UNKNOWN, Resource
from rackguard.plan.types import ClusterPlan

TEMPLATE = {"launchTemplate": {"id": UNKNOWN, "version": UNKNOWN}}
SPOT = "purchase: {spot: {checkpoint: checkpoints}}"


def mixed(*types: str, **distribution: Any) -> dict[str, Any]:
    return {
        "mixedInstancesPolicy": {
            "launchTemplate": {
                "launchTemplateSpecification": {"launchTemplateId": UNKNOWN, "version": UNKNOWN},
                "overrides": [{"instanceType": type_} for type_ in types],
            },
            "instancesDistribution": distribution,
        }
    }


def spot(*types: str, **more: Any) -> dict[str, Any]:
    distribution = {"onDemandBaseCapacity": 0, "onDemandPercentageAboveBaseCapacity": 0}
    return mixed(*types, **distribution, spotAllocationStrategy="price-capacity-optimized", **more)


def rolling(low: int, high: int) -> dict[str, Any]:
    bounds = {"minHealthyPercentage": low, "maxHealthyPercentage": high}
    preferences = {**bounds, "instanceWarmup": "300", "skipMatching": True}
    return {
        "instanceMaintenancePolicy": bounds,
        "instanceRefresh": {"strategy": "Rolling", "preferences": preferences},
    }


def expected(cluster: str, pool: str, classification: str, **inputs: Any) -> dict[str, Any]:
    """What every group has, and what this one has beside it."""
    environment = cluster.removeprefix("llm-")
    tags = {
        "owner": "ml-platform",
        "environment": environment,
        "classification": classification,
        "rackguard:cluster": cluster,
        "rackguard:stack": environment,
        "Name": f"{cluster}-pool-{pool}",
    }
    return {
        "name": f"{cluster}-pool-{pool}",
        "tags": [{"key": key, "value": value, "propagateAtLaunch": False} for key, value in tags.items()],
        "healthCheckType": "EC2",
        "defaultInstanceWarmup": 300,
        "waitForCapacityTimeout": "0",
        "terminationPolicies": ["OldestLaunchTemplate", "Default"],
        **inputs,
    }


def group(record: Record, plan: ClusterPlan, pool: str) -> Resource:
    return pool_graph(record, plan, pool)["pool-group"]


def sizes(resource: Resource) -> tuple[int, int, int | None]:
    inputs = resource.inputs
    return inputs["minSize"], inputs["maxSize"], inputs.get("desiredCapacity")


EXAMPLES = {
    ("dev", "lab"): expected(
        "llm-dev", "lab", "internal", minSize=1, maxSize=1, vpcZoneIdentifiers=["subnet-usw2-az1"], **TEMPLATE
    ),
    ("staging", "train"): expected(
        "llm-staging", "train", "confidential", minSize=2, maxSize=2, vpcZoneIdentifiers=["subnet-use2-az1"], **TEMPLATE
    ),
    ("staging", "eval"): expected(
        "llm-staging",
        "eval",
        "confidential",
        minSize=0,
        maxSize=4,
        vpcZoneIdentifiers=["subnet-use2-az1", "subnet-use2-az2"],
        suspendedProcesses=["AZRebalance"],
        **spot("g6e.12xlarge", "g6e.24xlarge", "g5.12xlarge"),
        **rolling(100, 110),
    ),
    ("prod", "train"): expected(
        "llm-prod", "train", "phi", minSize=8, maxSize=8, vpcZoneIdentifiers=["subnet-use1-az1"], **TEMPLATE
    ),
    ("prod", "sprint"): expected(
        "llm-prod",
        "sprint",
        "phi",
        minSize=0,
        maxSize=0,
        desiredCapacity=0,
        vpcZoneIdentifiers=["subnet-use1-az2"],
        **TEMPLATE,
    ),
    ("prod", "eval"): expected(
        "llm-prod",
        "eval",
        "phi",
        minSize=0,
        maxSize=16,
        vpcZoneIdentifiers=["subnet-use1-az1", "subnet-use1-az2"],
        suspendedProcesses=["AZRebalance"],
        **spot("g6e.12xlarge", "g6e.24xlarge"),
    ),
}


@pytest.mark.parametrize(("stack", "pool"), EXAMPLES)
def test_a_group_is_the_plans_pool_and_nothing_else(record: Record, stack: str, pool: str):
    made = group(record, example(stack), pool)
    assert made.inputs == EXAMPLES[stack, pool]
    assert made.options.ignore_changes == ("desiredCapacity",)


@pytest.mark.parametrize(("stack", "pool"), EXAMPLES)
def test_deleting_a_group_waits_for_its_nodes(record: Record, stack: str, pool: str):
    made = group(record, example(stack), pool)
    assert "forceDelete" not in made.inputs
    assert made.options.custom_timeouts == {"delete": "1h"}


def test_a_size_that_is_asked_for_is_set_at_each_deployment(record: Record):
    made = group(record, variant("dev", {"{min: 1, max: 1}": "{min: 0, max: 6, desired: 3}"}), "lab")
    assert sizes(made) == (0, 6, 3)
    assert made.options.ignore_changes == ()


def test_a_size_that_is_not_asked_for_is_nobodys_but_the_groups(record: Record):
    made = group(record, variant("dev", {"{min: 1, max: 1}": "{min: 0, max: 6}"}), "lab")
    assert sizes(made) == (0, 6, None)
    assert made.options.ignore_changes == ("desiredCapacity",)


def test_several_types_on_demand_are_taken_in_the_order_given(record: Record):
    changes = {"instance_type: g6.xlarge": "instance_types: [g6.xlarge, g5.xlarge]", SPOT: "purchase: {on_demand: {}}"}
    made = group(record, variant("dev", changes), "lab")
    policy = mixed(
        "g6.xlarge", "g5.xlarge", onDemandAllocationStrategy="prioritized", onDemandPercentageAboveBaseCapacity=100
    )
    assert made.inputs["mixedInstancesPolicy"] == policy["mixedInstancesPolicy"]
    assert "launchTemplate" not in made.inputs


def test_several_types_on_spot_have_the_same_most_that_they_may_cost(record: Record):
    changes = {
        "instance_type: g6.xlarge": "instance_types: [g6.xlarge, g5.xlarge]",
        SPOT: "purchase: {spot: {max_price_usd_per_hour: 0.5}}",
    }
    made = group(record, variant("dev", changes), "lab")
    policy = spot("g6.xlarge", "g5.xlarge", spotMaxPrice="0.5")
    assert made.inputs["mixedInstancesPolicy"] == policy["mixedInstancesPolicy"]


def test_a_pool_without_room_for_one_more_ends_a_node_before_it_starts_one(record: Record):
    made = group(record, variant("prod", {"rollout: manual": "rollout: rolling"}), "train")
    wanted = rolling(90, 100)
    assert {key: made.inputs[key] for key in wanted} == wanted


@pytest.mark.parametrize(("stack", "pool"), EXAMPLES)
def test_a_group_waits_for_a_node_that_it_ends(record: Record, stack: str, pool: str):
    hook = pool_graph(record, example(stack), pool)["pool-termination"]
    assert hook.inputs == {
        "name": "save-before-end",
        "autoscalingGroupName": f"llm-{stack}-pool-{pool}",
        "lifecycleTransition": "autoscaling:EC2_INSTANCE_TERMINATING",
        "heartbeatTimeout": 480,
        "defaultResult": "CONTINUE",
    }
    assert hook.options.retain_on_delete  # else `destroy` takes the hook first, and nodes end at once
    assert needed(hook) == {"pool-group"}


def schedules(record: Record, now: datetime) -> tuple[tuple[int, int, int | None], dict[str, dict[str, Any]]]:
    """Sizes of the block's group at `now`, and its scheduled actions by name in the stack."""
    resources = pool_graph(record, variant("prod", {}, now), "sprint")
    kind = "aws:autoscaling/schedule:Schedule"
    actions = {name: resource.inputs for name, resource in resources.items() if resource.type == kind}
    return sizes(resources["pool-group"]), actions


START = {
    "scheduledActionName": "block-start",
    "autoscalingGroupName": "llm-prod-pool-sprint",
    "startTime": "2027-01-11T11:30:00Z",
    "minSize": 0,
    "maxSize": 4,
    "desiredCapacity": 4,
}
END = {
    "scheduledActionName": "block-end",
    "autoscalingGroupName": "llm-prod-pool-sprint",
    "startTime": "2027-01-18T10:50:00Z",
    "minSize": 0,
    "maxSize": 0,
    "desiredCapacity": 0,
}


def test_before_its_window_a_blocks_group_is_empty_and_both_actions_are_to_come(record: Record):
    now = datetime(2027, 1, 11, 11, 0, tzinfo=UTC)
    assert schedules(record, now) == ((0, 0, 0), {"pool-block-start": START, "pool-block-end": END})


def test_a_block_starts_with_the_nodes_that_are_asked_for(record: Record):
    plan = variant("prod", {"nodes: {max: 4}": "nodes: {min: 1, max: 4, desired: 3}"})
    start = pool_graph(record, plan, "sprint")["pool-block-start"]
    assert start.inputs == {**START, "minSize": 1, "desiredCapacity": 3}


def test_in_its_window_a_blocks_group_has_its_nodes_and_only_the_end_is_to_come(record: Record):
    now = datetime(2027, 1, 14, tzinfo=UTC)
    assert schedules(record, now) == ((0, 4, 4), {"pool-block-end": END})


def test_after_its_window_a_blocks_group_is_empty_and_nothing_is_to_come(record: Record):
    now = datetime(2027, 1, 18, 10, 50, tzinfo=UTC)
    assert schedules(record, now) == ((0, 0, 0), {})


def test_only_a_blocks_group_has_a_schedule(record: Record):
    resources = pool_graph(record, example("prod"), "train")
    assert not [name for name, resource in resources.items() if resource.type.startswith("aws:autoscaling/schedule")]
