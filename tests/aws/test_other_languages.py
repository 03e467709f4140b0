"""Components made as Pulumi's host makes them for other languages: camelCase keys, and numbers that are all floats."""

from __future__ import annotations

from typing import Any

import pytest
from pulumi import Output
from pulumi.provider.server import ComponentInitError
from tests.aws.refusals import Record, arguments
from tests.aws.stacks import config_of

from rackguard.aws import GpuCluster
from rackguard.aws.package import Package
from rackguard.graph.graph import Graph

DEV: dict[str, Any] = {
    "name": "llm-dev",
    "region": "us-west-2",
    "accountId": "123456789012",
    "tags": {"owner": "ml-platform", "environment": "dev", "classification": "internal"},
    "budgetUsdPerMonth": 1200.0,
    "protect": False,
    "network": {"cidr": "10.60.0.0/20", "nat": "one", "endpoints": ["s3"]},
    "access": {"sshFrom": ["10.0.0.0/8"], "users": config_of("dev")["rackguard:cluster"]["access"]["users"]},
    "storage": {"checkpoints": {"s3": {"expectedGib": 500.0}}},
    "pools": {
        "lab": {
            "instanceType": "g6.xlarge",
            "zoneId": "usw2-az1",
            "nodes": {"min": 1.0, "max": 1.0},
            "purchase": {"spot": {"checkpoint": "checkpoints"}},
            "image": {"dlami": "ubuntu-24.04"},
            "root": {"sizeGib": 150.0},
            "localNvme": "raid0",
            "containers": True,
        }
    },
}


def constructed(record: Record, component: str, inputs: dict[str, Any]) -> Graph:
    """What the host makes of a component of a program in another language."""
    return record(lambda: Package().construct("it", f"rackguard-aws:index:{component}", inputs))


def inputs(graph: Graph) -> dict[str, Any]:
    return {resource.urn: resource.inputs for resource in graph.resources}


def test_a_cluster_is_the_same_from_any_language(record: Record) -> None:
    in_python = record(lambda: GpuCluster("it", arguments("dev")))  # pyright: ignore[reportArgumentType]
    assert inputs(constructed(record, "GpuCluster", DEV)) == inputs(in_python)


def test_names_of_a_users_own_stay_as_they_are(record: Record) -> None:
    pools = {"my-lab": {**DEV["pools"]["lab"], "labels": {"costCenter": "a1"}}}
    graph = constructed(record, "GpuCluster", {**DEV, "pools": pools})
    (template,) = graph.of_type("aws:ec2/launchTemplate:LaunchTemplate")
    assert template.name == "it-pool-my-lab-template"
    assert template.inputs["tagSpecifications"][0]["tags"]["label:costCenter"] == "a1"


def test_a_part_takes_ids_of_others(record: Record) -> None:
    shared = {key: DEV[key] for key in ("name", "region", "accountId", "tags", "network", "storage", "pools")}
    ids = {"keyArn": "key", "nodeSubnetIds": {"usw2-az1": "subnet-1"}, "securityGroupIds": {"nodes": "sg-1"}}
    graph = constructed(record, "NodePool", {**shared, **ids, "pool": "lab"})
    (group,) = graph.of_type("aws:autoscaling/group:Group")
    assert group.inputs["vpcZoneIdentifiers"] == ["subnet-1"]


def test_a_part_takes_outputs_of_others(record: Record) -> None:
    def program() -> None:
        shared = {key: DEV[key] for key in ("name", "region", "accountId", "tags", "network", "storage", "pools")}
        ids = {"nodeSubnetIds": {"usw2-az1": "subnet-1"}, "securityGroupIds": {"nodes": "sg-1"}}
        outputs = {key: Output.from_input(value) for key, value in ids.items()}
        inputs = {**shared, **outputs, "keyArn": "key", "pool": "lab"}
        Package().construct("it", "rackguard-aws:index:NodePool", inputs)

    (group,) = record(program).of_type("aws:autoscaling/group:Group")
    assert group.inputs["vpcZoneIdentifiers"] == ["subnet-1"]


def test_what_is_wrong_is_said_in_the_words_of_the_arguments(record: Record) -> None:
    def program() -> None:
        with pytest.raises(ComponentInitError) as caught:
            Package().construct("it", "rackguard-aws:index:GpuCluster", {**DEV, "name": "LLM", "protect": "no"})
        assert "`name` is 'LLM'; allowed: 1 to 32 lower-case letters" in str(caught.value.inner)
        assert "`protect` is 'no'; allowed: true or false" in str(caught.value.inner)

    record(program)
