"""What a pool is made of, and in which order: nothing that a node needs at boot comes after its group."""

from __future__ import annotations

from typing import Any

import pulumi
import pytest
from pulumi_aws import cloudwatch
from tests.aws.plans import example, pool_of, variant
from tests.aws.pools import KEY, Record, by_name, needed, pool_graph
from tests.aws.provider_schema import knows

from rackguard.aws.node_pool import NodePool, NodePoolParts
from rackguard.aws.placement import Placement, PlacementParts
from rackguard.aws.role import make_role
from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN

PARAMETER = "/aws/service/deeplearning/ami/x86_64/base-oss-nvidia-driver-gpu-ubuntu-24.04/latest/ami-id"
DEV_TAGS = {
    "owner": "ml-platform",
    "environment": "dev",
    "classification": "internal",
    "rackguard:cluster": "llm-dev",
    "rackguard:stack": "dev",
}
OF_EVERY_POOL = {
    "tests-test": "pulumi:pulumi:Stack",
    "pool": "rackguard-aws:index:NodePool",
    "pool-role": "aws:iam/role:Role",
    "pool-role-policy-1": "aws:iam/policy:Policy",
    "pool-role-attachment-1": "aws:iam/rolePolicyAttachment:RolePolicyAttachment",
    "pool-role-profile": "aws:iam/instanceProfile:InstanceProfile",
    "pool-template": "aws:ec2/launchTemplate:LaunchTemplate",
    "pool-group": "aws:autoscaling/group:Group",
    "pool-termination": "aws:autoscaling/lifecycleHook:LifecycleHook",
}
IMAGE = {"pool-image": "pulumi:index:Stash"}
PLACEMENT = {
    "pool-placement": "rackguard-aws:index:Placement",
    "pool-placement-group": "aws:ec2/placementGroup:PlacementGroup",
    "pool-placement-reservation": "aws:ec2/capacityReservation:CapacityReservation",
}
SCHEDULE = {
    "pool-block-start": "aws:autoscaling/schedule:Schedule",
    "pool-block-end": "aws:autoscaling/schedule:Schedule",
}


@pytest.mark.parametrize(
    ("stack", "pool", "more"),
    [
        ("dev", "lab", IMAGE),
        ("staging", "train", {**IMAGE, **PLACEMENT}),
        ("staging", "eval", IMAGE),
        ("prod", "train", {}),
        ("prod", "sprint", SCHEDULE),
        ("prod", "eval", {}),
    ],
)
def test_a_pool_is_made_of_these_resources(record: Record, stack: str, pool: str, more: dict[str, str]):
    resources = pool_graph(record, example(stack), pool)
    assert {name: resource.type for name, resource in resources.items()} == {**OF_EVERY_POOL, **more}


def test_nothing_of_a_pool_is_outside_of_it(record: Record):
    resources = pool_graph(record, example("staging"), "train")
    parents = {name: (resource.parent or "").rpartition("::")[2] for name, resource in resources.items()}
    inside = dict.fromkeys(PLACEMENT, "pool-placement") | {"pool-placement": "pool"}
    assert parents == {
        **dict.fromkeys({**OF_EVERY_POOL, **IMAGE}, "pool"),
        **inside,
        "pool": "tests-test",
        "tests-test": "",
    }


def test_nodes_start_once_their_role_template_and_everything_that_they_read_is_there(record: Record):
    def program() -> None:
        log = cloudwatch.LogGroup("log", name="/rackguard/llm-dev/auth", tags=DEV_TAGS)
        plan = example("dev")
        NodePool.planned(
            "pool",
            NodePoolParts(
                plan=pool_of(plan, "lab"),
                tags=plan.tags,
                key_arn=KEY,
                security_group_ids={"nodes": "sg-nodes"},
                subnet_ids={"usw2-az1": "subnet-1"},
                ready=(log,),
            ),
        )

    resources = by_name(record(program))
    assert needed(resources["pool-group"]) == {
        "log",
        "pool-role",
        "pool-role-attachment-1",
        "pool-role-profile",
        "pool-template",
    }
    assert needed(resources["pool-template"]) == {"pool-role-profile", "pool-image"}


@pytest.mark.parametrize(("stack", "pool"), [("dev", "lab"), ("staging", "train"), ("prod", "sprint")])
def test_everything_that_takes_tags_says_which_stack_it_belongs_to(record: Record, stack: str, pool: str):
    resources = pool_graph(record, example(stack), pool).values()
    taggable = [resource for resource in resources if resource.type.startswith("aws:") and knows(resource.type, "tags")]
    stacks = {resource.name: stack_of(resource.inputs.get("tags", {})) for resource in taggable}
    assert stacks == dict.fromkeys(stacks, stack)
    assert {"pool-role", "pool-role-policy-1", "pool-role-profile", "pool-template", "pool-group"} <= set(stacks)


def stack_of(tags: Any) -> str | None:
    """Of tags as a mapping, and as an Auto Scaling group has them."""
    return (tags if isinstance(tags, dict) else {tag["key"]: tag["value"] for tag in tags}).get("rackguard:stack")


def test_the_role_is_the_plans_and_in_the_nodes_profile(record: Record):
    resources = pool_graph(record, example("dev"), "lab")
    assert resources["pool-role"].inputs["name"] == "llm-dev-us-west-2-pool-lab"
    assert resources["pool-role"].inputs["tags"] == DEV_TAGS
    assert resources["pool-role-profile"].inputs == {
        "name": "llm-dev-us-west-2-pool-lab",
        "role": "llm-dev-us-west-2-pool-lab",
        "tags": DEV_TAGS,
    }


def test_an_image_that_was_looked_up_stays_until_another_system_is_asked_for(record: Record):
    kept = pool_graph(record, example("dev"), "lab")["pool-image"]
    assert kept.inputs == {"input": {"image": UNKNOWN, "parameter": PARAMETER}}
    assert kept.options.ignore_changes == ("input.image",)
    assert kept.options.replace_on_changes == ("input",)


def test_another_system_is_another_parameter(record: Record):
    kept = pool_graph(record, variant("dev", {"dlami: ubuntu-24.04": "dlami: ubuntu-22.04"}), "lab")["pool-image"]
    assert kept.inputs["input"]["parameter"] == PARAMETER.replace("24.04", "22.04")


def test_a_pinned_image_is_not_looked_up(record: Record):
    plan = variant("dev", {"{dlami: ubuntu-24.04}": "{dlami: ubuntu-24.04, id: ami-0a1b2c3d4e5f60718}"})
    resources = pool_graph(record, plan, "lab")
    assert resources["pool-template"].inputs["imageId"] == "ami-0a1b2c3d4e5f60718"
    assert "pool-image" not in resources


def made_before(record: Record) -> Graph:
    """The pool `train` of staging, its role and its placement made before it."""

    def program() -> None:
        plan = example("staging")
        planned = pool_of(plan, "train")
        role = make_role("earlier", planned.role, plan.tags, pulumi.ComponentResource("tests:index:Roles", "roles"))
        placement = Placement.planned(
            "kept",
            PlacementParts(planned.placement, planned.launch.reservation, plan.tags),
            pulumi.ResourceOptions(protect=True),
        )
        pool = NodePool.planned(
            "pool",
            NodePoolParts(
                plan=planned,
                tags=plan.tags,
                key_arn=KEY,
                security_group_ids={"nodes": "sg-nodes"},
                subnet_ids={"use2-az1": "subnet-1"},
                role=role,
                placement=placement,
            ),
        )
        pulumi.export("group", pool.group_name)
        pulumi.export("role", pool.role_name)
        pulumi.export("image", pool.image_id)
        pulumi.export("template", pool.launch_template_id)
        pulumi.export("arns", [pool.group_arn, pool.role_arn])

    return record(program)


def test_a_role_and_a_placement_that_were_made_before_are_used_and_not_made_again(record: Record):
    resources = by_name(made_before(record))
    assert "pool-role" not in resources
    assert "pool-placement" not in resources
    template = resources["pool-template"]
    assert needed(template) == {"earlier-profile", "kept-group", "kept-reservation", "pool-image"}
    assert template.inputs["placement"] == {"groupName": "llm-staging-pool-train-cluster"}
    assert template.inputs["iamInstanceProfile"] == {"name": "llm-staging-us-east-2-pool-train"}
    assert needed(resources["pool-group"]) == {
        "earlier",
        "earlier-attachment-1",
        "earlier-profile",
        "pool-template",
    }


def test_capacity_can_be_protected_without_its_nodes(record: Record):
    resources = by_name(made_before(record))
    protected = {name for name, resource in resources.items() if resource.options.protect}
    assert protected == {"kept", "kept-group", "kept-reservation"}


def test_what_a_pool_gives_out(record: Record):
    assert made_before(record).outputs == {
        "group": "llm-staging-pool-train",
        "role": "llm-staging-us-east-2-pool-train",
        "image": UNKNOWN,
        "template": UNKNOWN,
        "arns": [UNKNOWN, UNKNOWN],
    }
