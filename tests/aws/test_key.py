"""The planned key as resources: it rotates, it is hard to lose, and it waits for the roles that its policy names."""

from __future__ import annotations

import json
from collections.abc import Callable

import pulumi
import pytest
from tests.aws.plans import example, variant
from tests.aws.provider_schema import check, knows
from tests.aws.telling import called, one, tell

from rackguard.aws.key import EncryptionKey, KeyParts
from rackguard.aws.log_group import LogSettings, make_log_group
from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN
from rackguard.plan.types import ClusterPlan

Record = Callable[[Callable[[], object]], Graph]

KEY = "arn:aws:kms:us-west-2:123456789012:key/01234567-89ab-cdef-0123-456789abcdef"
NETWORK = "    network: {cidr: 10.60.0.0/20, nat: one, endpoints: [s3]}\n"
WITH_ROLES = {NETWORK: f"{NETWORK}    encryption: {{service_linked_roles: create}}\n"}
EXISTING = {NETWORK: f"{NETWORK}    encryption: {{key: {KEY}}}\n"}


def made(plan: ClusterPlan, *, protect: bool | None = None) -> EncryptionKey:
    """The key of a plan, called `main`, to be made inside a program."""
    return EncryptionKey.planned("main", KeyParts(plan.key, plan.tags), pulumi.ResourceOptions(protect=protect))


def export(key: EncryptionKey) -> None:
    pulumi.export("arn", key.key_arn)
    pulumi.export("id", key.key_id)
    pulumi.export("alias", key.alias)


def test_a_new_key(record: Record) -> None:
    graph = record(lambda: export(made(example("dev"))))
    assert tell(graph, omit=("policy",)) == [
        "Alias main-alias name=alias/llm-dev targetKeyId=<Key main-key>",
        (
            "Key main-key deletionWindowInDays=30 description=Volumes, stores and logs of a GPU cluster"
            " enableKeyRotation=True rotationPeriodInDays=365 Name=llm-dev"
        ),
    ]
    assert graph.outputs == {"arn": UNKNOWN, "id": UNKNOWN, "alias": "alias/llm-dev"}
    (component,) = graph.of_type("rackguard-aws:index:EncryptionKey")
    assert {resource.parent for resource in graph.resources if resource.custom} == {component.urn}


@pytest.mark.parametrize("stack", ["dev", "staging", "prod"])
def test_its_policy_is_the_plans_and_known(record: Record, stack: str) -> None:
    plan = example(stack)
    graph = record(lambda: made(plan))
    assert json.loads(one(graph, "Key main-key").inputs["policy"]) == plan.key.policy


@pytest.mark.parametrize(("stack", "retained"), [("dev", None), ("staging", True), ("prod", True)])
def test_it_outlives_destroy_where_the_plan_says_so_and_its_alias_does_not(
    record: Record, stack: str, retained: bool | None
) -> None:
    graph = record(lambda: made(example(stack)))
    assert one(graph, "Key main-key").options.retain_on_delete is retained
    assert one(graph, "Alias main-alias").options.retain_on_delete is None


def test_the_roles_that_its_policy_names_are_there_first_and_stay(record: Record) -> None:
    graph = record(lambda: made(variant("dev", WITH_ROLES)))
    assert tell(graph, kinds=("ServiceLinkedRole",)) == [
        "ServiceLinkedRole main-autoscaling awsServiceName=autoscaling.amazonaws.com retained",
        "ServiceLinkedRole main-spot awsServiceName=spot.amazonaws.com retained",
    ]
    assert called(graph, one(graph, "Key main-key").dependencies) == [
        "ServiceLinkedRole main-autoscaling",
        "ServiceLinkedRole main-spot",
    ]


def test_everything_is_tagged_and_as_the_provider_knows_it(record: Record) -> None:
    plan = variant("dev", WITH_ROLES)
    graph = record(lambda: made(plan))
    resources = [resource for resource in graph.resources if resource.custom]
    assert [problem for resource in resources for problem in check(resource)] == []
    tagged = {resource.name: resource.inputs["tags"] for resource in resources if knows(resource.type, "tags")}
    common = {
        "owner": "ml-platform",
        "environment": "dev",
        "classification": "internal",
        "rackguard:cluster": "llm-dev",
        "rackguard:stack": "dev",
    }
    assert tagged == {
        "main-autoscaling": common,
        "main-spot": common,
        "main-key": {**common, "Name": "llm-dev"},
    }


def test_protection_reaches_the_key(record: Record) -> None:
    graph = record(lambda: made(example("prod"), protect=True))
    assert {kind.name: kind.options.protect for kind in graph.resources if kind.custom} == {
        "main-key": True,
        "main-alias": True,
    }


def test_of_an_existing_key_nothing_is_made(record: Record) -> None:
    graph = record(lambda: export(made(variant("dev", EXISTING))))
    assert tell(graph) == []
    assert graph.outputs["arn"] == KEY
    assert graph.outputs["id"] == "01234567-89ab-cdef-0123-456789abcdef"
    assert graph.outputs.get("alias") is None


def test_an_existing_key_may_need_its_roles_too(record: Record) -> None:
    changes = {NETWORK: f"{NETWORK}    encryption: {{key: {KEY}, service_linked_roles: create}}\n"}
    graph = record(lambda: made(variant("dev", changes)))
    assert tell(graph) == [
        "ServiceLinkedRole main-autoscaling awsServiceName=autoscaling.amazonaws.com retained",
        "ServiceLinkedRole main-spot awsServiceName=spot.amazonaws.com retained",
    ]


def test_what_is_encrypted_waits_for_the_key(record: Record) -> None:
    def program() -> None:
        key = made(example("dev"))
        make_log_group(
            "logs", "/rackguard/llm-dev/auth", LogSettings(365, keep=False, key_arn=key.key_arn, tags={}), key
        )

    graph = record(program)
    assert called(graph, one(graph, "LogGroup logs").property_dependencies["kmsKeyId"]) == ["Key main-key"]
