"""An EFS file system is encrypted and backed up, and nobody reaches it before its policy is there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from pulumi_aws import ec2, iam, kms
from tests.aws.provider_schema import check
from tests.aws.recorded import inputs, made, needs, types

from rackguard.aws.efs import EfsParts, ElasticFileSystem
from rackguard.graph.resource import UNKNOWN
from rackguard.plan.types import EfsPlan

if TYPE_CHECKING:
    from tests.aws.conftest import Record

    from rackguard.graph.graph import Graph

KEY = "arn:aws:kms:us-east-2:123456789012:key/11111111-2222-3333-4444-555555555555"
TAGS = {"owner": "ml", "classification": "internal"}
PLAN = EfsPlan(
    key="home",
    name="llm-home",
    zone_ids=("use2-az1", "use2-az2"),
    throughput="elastic",
    provisioned_mib_s=None,
    mount="/home",
    mount_parameter="/rackguard/llm/mounts/home",
    policy_statements=({"Sid": "DenyWithoutTls", "Effect": "Deny", "Resource": "*"},),
    expected_gib=200,
    classification="phi",
)
SUBNETS = {"use2-az1": "subnet-1", "use2-az2": "subnet-2", "use2-az3": "subnet-3"}
PARTS = EfsParts(plan=PLAN, tags=TAGS, key_arn=KEY, subnet_ids=SUBNETS, security_group_id="sg-efs", roles=())


def graph_of(record: Record, parts: EfsParts = PARTS) -> Graph:
    return record(lambda: ElasticFileSystem.planned("home", parts))


def test_the_file_system_and_everything_of_it(record: Record) -> None:
    graph = graph_of(record)
    assert types(graph) == {
        "home-file-system": "aws:efs/fileSystem:FileSystem",
        "home-policy": "aws:efs/fileSystemPolicy:FileSystemPolicy",
        "home-backups": "aws:efs/backupPolicy:BackupPolicy",
        "home-mount-target-use2-az1": "aws:efs/mountTarget:MountTarget",
        "home-mount-target-use2-az2": "aws:efs/mountTarget:MountTarget",
        "home-mount-parameter": "aws:ssm/parameter:Parameter",
    }
    assert inputs(graph) == {
        "home-file-system": {
            "creationToken": "llm-home",
            "encrypted": True,
            "kmsKeyId": KEY,
            "throughputMode": "elastic",
            "tags": {"owner": "ml", "classification": "phi", "Name": "llm-home"},
        },
        "home-policy": {
            "fileSystemId": UNKNOWN,
            "policy": '{"Statement":[{"Effect":"Deny","Resource":"*","Sid":"DenyWithoutTls"}],"Version":"2012-10-17"}',
        },
        "home-backups": {"fileSystemId": UNKNOWN, "backupPolicy": {"status": "ENABLED"}},
        "home-mount-target-use2-az1": {
            "fileSystemId": UNKNOWN,
            "subnetId": "subnet-1",
            "securityGroups": ["sg-efs"],
        },
        "home-mount-target-use2-az2": {
            "fileSystemId": UNKNOWN,
            "subnetId": "subnet-2",
            "securityGroups": ["sg-efs"],
        },
        "home-mount-parameter": {
            "name": "/rackguard/llm/mounts/home",
            "type": "String",
            "insecureValue": UNKNOWN,
            "tags": {"owner": "ml", "classification": "phi"},
        },
    }


def test_provisioned_throughput(record: Record) -> None:
    plan = replace(PLAN, throughput="provisioned", provisioned_mib_s=64.5)
    made_so = inputs(graph_of(record, replace(PARTS, plan=plan)))["home-file-system"]
    assert (made_so["throughputMode"], made_so["provisionedThroughputInMibps"]) == ("provisioned", 64.5)


def test_nobody_reaches_it_before_its_policy_is_there(record: Record) -> None:
    assert needs(graph_of(record)) == {
        "home-policy": {"home-file-system"},
        "home-backups": {"home-file-system"},
        "home-mount-target-use2-az1": {"home-file-system", "home-policy"},
        "home-mount-target-use2-az2": {"home-file-system", "home-policy"},
        "home-mount-parameter": {
            "home-file-system",
            "home-mount-target-use2-az1",
            "home-mount-target-use2-az2",
        },
    }


def test_its_policy_comes_after_the_roles_that_it_names(record: Record) -> None:
    def program() -> None:
        key, role = kms.Key("key"), iam.Role("role", assume_role_policy="{}")
        group = ec2.SecurityGroup("group")
        parts = replace(PARTS, key_arn=key.arn, roles=(role,), security_group_id=group.id)
        ElasticFileSystem.planned("home", parts)

    found = needs(record(program))
    assert found["home-file-system"] == {"key"}
    assert found["home-policy"] == {"home-file-system", "role"}
    assert found["home-mount-target-use2-az1"] == {"home-file-system", "home-policy", "group"}


def test_one_that_nobody_mounts_has_no_mount_targets(record: Record) -> None:
    parts = replace(PARTS, plan=replace(PLAN, zone_ids=()), security_group_id=None)
    graph = graph_of(record, parts)
    assert set(types(graph)) == {"home-file-system", "home-policy", "home-backups", "home-mount-parameter"}
    assert needs(graph)["home-mount-parameter"] == {"home-file-system"}


def test_its_policy_stays_as_long_as_it_does(record: Record) -> None:
    graph = graph_of(record)
    system = next(resource.urn for resource in made(graph) if resource.name == "home-file-system")
    going = {resource.name for resource in made(graph) if resource.options.deleted_with == system}
    assert going == {"home-policy", "home-backups"}


def test_what_nodes_mount_it_by_is_given_out(record: Record) -> None:
    def program() -> None:
        home = ElasticFileSystem.planned("home", PARTS)
        kms.Key("by-name", description=home.mount_parameter)
        kms.Key("by-address", description=home.dns_name)
        kms.Key("by-id", description=home.file_system_id, policy=home.file_system_arn)

    graph = record(program)
    assert inputs(graph)["by-name"] == {"description": "/rackguard/llm/mounts/home"}
    assert needs(graph)["by-name"] == {"home-mount-parameter"}
    assert needs(graph)["by-address"] == needs(graph)["by-id"] == {"home-file-system"}


def test_all_belong_to_one_component(record: Record) -> None:
    graph = graph_of(record)
    (component,) = graph.of_type("rackguard-aws:index:ElasticFileSystem")
    assert component.name == "home"
    assert {resource.parent for resource in made(graph)} == {component.urn}


@pytest.mark.parametrize("plan", [PLAN, replace(PLAN, throughput="provisioned", provisioned_mib_s=64)])
def test_the_provider_knows_every_input(record: Record, plan: EfsPlan) -> None:
    graph = graph_of(record, replace(PARTS, plan=plan))
    assert [problem for resource in graph.resources for problem in check(resource)] == []
