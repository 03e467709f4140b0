"""Components made as Pulumi's host makes them for other languages: camelCase keys, and numbers that are all floats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pulumi
import pytest
from pulumi import Output
from pulumi.errors import InputPropertiesError
from pulumi_aws import kms
from tests.aws.refusals import Record, arguments, put
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


def given_later(record: Record, inputs: Callable[[], dict[str, Any]]) -> Graph:
    """A cluster made of inputs that a running program has."""
    return record(lambda: Package().construct("it", "rackguard-aws:index:GpuCluster", inputs()))


def test_what_is_known_of_an_output_is_planned(record: Record) -> None:
    # A function's answer, or what another stack gave out: a program in another language can't open it.
    known = given_later(
        record,
        lambda: {
            **DEV,
            "accountId": Output.from_input("123456789012"),
            "pools": Output.from_input({"lab": {**DEV["pools"]["lab"], "zoneId": Output.from_input("usw2-az1")}}),
        },
    )
    assert inputs(known) == inputs(constructed(record, "GpuCluster", DEV))


def test_a_secret_is_refused_where_it_would_be_written_down(record: Record) -> None:
    with pytest.raises(InputPropertiesError) as caught:
        given_later(record, lambda: {**DEV, "accountId": Output.secret("123456789012")})
    assert caught.value.message == (
        "its arguments can't be used\n"
        "  accountId: is a secret; what is planned from it is shown, and written down in plain\n"
        "    → Give the plain value."
    )


def test_what_is_only_known_later_is_refused_by_its_name(record: Record) -> None:
    def inputs() -> dict[str, Any]:
        lab = {**DEV["pools"]["lab"], "instanceType": kms.Key("other").arn}
        return {**DEV, "pools": {"my-lab": lab}}

    with pytest.raises(InputPropertiesError) as caught:
        given_later(record, inputs)
    assert caught.value.message.startswith(
        "its arguments can't be used\n  pools.my-lab.instanceType: is an output, which is only known once something is"
    )


def refusal(record: Record, component: str, inputs: dict[str, Any]) -> str:
    """What the engine is told of arguments that are refused."""
    with pytest.raises(InputPropertiesError) as caught:
        constructed(record, component, inputs)
    # Of a property that is named by itself, the engine would print the value beside it.
    assert caught.value.errors == []
    return caught.value.message


def test_all_that_is_wrong_is_said_in_the_words_of_the_schema(record: Record) -> None:
    lab = {**DEV["pools"]["lab"], "nodes": {"min": 1.0, "max": 2.5}, "zoneId": "us-west-2a", "localNvme": "raid5"}
    assert refusal(record, "GpuCluster", {**DEV, "name": "LLM", "protect": "no", "pools": {"lab": lab}}) == (
        "its arguments can't be used\n"
        "  `name` is 'LLM'; allowed: 1 to 32 lower-case letters, digits and hyphens, starting with a letter:"
        " `llm-prod`\n"
        "    → Write it in small letters: `llm`.\n"
        "  `protect` is 'no'; allowed: true or false\n"
        "    → Pulumi refuses to delete what holds data or capacity.\n"
        "  `pools.lab.zoneId` is 'us-west-2a'; allowed: a zone id such as `use2-az1` (not a zone name such as"
        " `us-east-2a`, which differs from account to account)\n"
        "    → One zone: `use2-az1`.\n"
        "  `pools.lab.nodes.max` is 2.5; allowed: a whole number\n"
        "    → The most nodes that the pool ever has.\n"
        "  `pools.lab.localNvme` is 'raid5'; allowed: `raid0` or `none`\n"
        "    → Did you mean 'raid0'?"
    )


def test_a_part_is_refused_in_the_same_words(record: Record) -> None:
    shared = {key: DEV[key] for key in ("name", "region", "accountId", "tags", "network", "storage", "pools")}
    ids = {"keyArn": "key", "nodeSubnetIds": {}, "securityGroupIds": {"nodes": "sg-1"}}
    assert refusal(record, "NodePool", {**shared, **ids, "pool": "lab"}) == (
        "its arguments can't be used\n"
        "  nodeSubnetIds.usw2-az1: is missing\n"
        "    → Give the id of usw2-az1: `nodeSubnetIds` of a Network."
    )


def test_what_is_missing_is_said_all_at_once(record: Record) -> None:
    said = refusal(record, "NodePool", {"name": "llm-dev", "pools": DEV["pools"]})
    for key in ("accountId", "keyArn", "nodeSubnetIds", "pool", "region", "securityGroupIds", "tags"):
        assert f"\n  {key}: is missing\n" in said or f"\n  `{key}` is required\n" in said


def test_an_argument_that_there_is_not_is_refused(record: Record) -> None:
    lab = {**DEV["pools"]["lab"], "instanceKind": "g6.xlarge"}
    said = refusal(record, "GpuCluster", {**DEV, "pools": {"lab": lab}, "accountIds": "1"})
    assert "`accountIds`" in said
    assert "unknown key `instanceKind` in `pools.lab`" in said


def test_an_argument_under_two_names_is_refused(record: Record) -> None:
    lab = {**DEV["pools"]["lab"], "zone_id": "usw2-az2"}
    assert refusal(record, "GpuCluster", {**DEV, "pools": {"lab": lab}}) == (
        "its arguments can't be used\n  `pools.lab.zoneId` is given as `zone_id` too\n    → Take `zone_id` out."
    )


def test_nothing_of_a_private_key_is_said(record: Record) -> None:
    key = "-----BEGIN OPENSSH PRIVATE KEY-----"
    said = refusal(record, "GpuCluster", {**DEV, "access": {"users": [{"name": "ana", "keys": [key]}]}})
    assert "access.users[0].keys[0]" in said
    assert "BEGIN" not in said


def test_a_component_that_there_is_not_is_refused() -> None:
    with pytest.raises(InputPropertiesError) as caught:
        Package().construct("it", "rackguard-aws:index:Rack", {})
    assert caught.value.message == (
        "rackguard-aws:index:Rack is no component of rackguard-aws, which has"
        " Access, EncryptionKey, GpuCluster, Network, NodePool, Placement, Storage"
    )


def test_warnings_are_told_in_the_words_of_the_schema(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    logged: list[str] = []
    monkeypatch.setattr(pulumi.log, "warn", lambda message, owner: logged.append(message))
    tags = {**DEV["tags"], "classification": "phi"}
    constructed(record, "GpuCluster", {**DEV, "tags": tags, "logs": {"retentionDays": 30.0}})
    assert [message for message in logged if message.startswith("`logs.retentionDays` keeps logs for 30 days")]
    assert [message for message in logged if "retention_days" in message] == []
    record(lambda: GpuCluster("it", put(arguments("dev"), {"tags": tags, "logs.retention_days": 30})))  # pyright: ignore[reportArgumentType]
    assert [message for message in logged if message.startswith("`logs.retention_days` keeps logs for 30 days")]
