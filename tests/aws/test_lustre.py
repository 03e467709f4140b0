"""A Lustre file system is encrypted, on record, reachable when it is made, and leaves a last backup."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from pulumi_aws import kms, vpc
from tests.aws.provider_schema import check
from tests.aws.recorded import inputs, made, needs, types

from rackguard.aws.log_group import LogSettings
from rackguard.aws.lustre import LustreFileSystem, LustreParts
from rackguard.graph.resource import UNKNOWN
from rackguard.plan.types import LustrePlan

if TYPE_CHECKING:
    from tests.aws.conftest import Record

    from rackguard.graph.graph import Graph

KEY = "arn:aws:kms:us-east-2:123456789012:key/11111111-2222-3333-4444-555555555555"
TAGS = {"owner": "ml", "classification": "internal"}
PLAN = LustrePlan(
    key="scratch",
    name="llm-scratch",
    size_gib=4800,
    mib_s_per_tib=500,
    zone_id="use2-az1",
    efa=False,
    metadata_mode="AUTOMATIC",
    metadata_iops=None,
    backup_days=0,
    mount="/fsx",
    mount_parameter="/rackguard/llm/mounts/scratch",
    classification="phi",
    log_group="/aws/fsx/llm/scratch",
)
VARIANT = replace(PLAN, efa=True, metadata_mode="USER_PROVISIONED", metadata_iops=6000, backup_days=7)


def parts(plan: LustrePlan = PLAN, *, keep: bool = False) -> LustreParts:
    return LustreParts(
        plan=plan,
        tags=TAGS,
        logs=LogSettings(retention_days=400, keep=keep, key_arn=KEY, tags=TAGS),
        key_arn=KEY,
        subnet_id="subnet-1",
        security_group_id="sg-lustre",
        rules=(),
    )


def graph_of(record: Record, plan: LustrePlan = PLAN, *, keep: bool = False) -> Graph:
    return record(lambda: LustreFileSystem.planned("fsx", parts(plan, keep=keep)))


def test_the_file_system_its_logs_and_its_parameter(record: Record) -> None:
    graph = graph_of(record)
    assert types(graph) == {
        "fsx-log-group": "aws:cloudwatch/logGroup:LogGroup",
        "fsx-file-system": "aws:fsx/lustreFileSystem:LustreFileSystem",
        "fsx-mount-parameter": "aws:ssm/parameter:Parameter",
    }
    assert inputs(graph) == {
        "fsx-log-group": {"name": "/aws/fsx/llm/scratch", "retentionInDays": 400, "kmsKeyId": KEY, "tags": TAGS},
        "fsx-file-system": {
            "deploymentType": "PERSISTENT_2",
            "storageType": "SSD",
            "storageCapacity": 4800,
            "perUnitStorageThroughput": 500,
            "subnetIds": "subnet-1",
            "securityGroupIds": ["sg-lustre"],
            "efaEnabled": False,
            "kmsKeyId": KEY,
            "metadataConfiguration": {"mode": "AUTOMATIC"},
            "logConfiguration": {"level": "WARN_ERROR", "destination": UNKNOWN},
            "automaticBackupRetentionDays": 0,
            "copyTagsToBackups": True,
            "skipFinalBackup": False,
            "tags": {"owner": "ml", "classification": "phi", "Name": "llm-scratch"},
        },
        "fsx-mount-parameter": {
            "name": "/rackguard/llm/mounts/scratch",
            "type": "String",
            "insecureValue": UNKNOWN,
            "tags": {"owner": "ml", "classification": "phi"},
        },
    }


def test_efa_metadata_and_backups_as_planned(record: Record) -> None:
    made_so = inputs(graph_of(record, VARIANT))["fsx-file-system"]
    assert made_so["efaEnabled"] is True
    assert made_so["metadataConfiguration"] == {"mode": "USER_PROVISIONED", "iops": 6000}
    assert made_so["automaticBackupRetentionDays"] == 7


def test_it_comes_after_its_logs_and_the_parameter_after_it(record: Record) -> None:
    assert needs(graph_of(record)) == {
        "fsx-file-system": {"fsx-log-group"},
        "fsx-mount-parameter": {"fsx-file-system"},
    }


def test_it_comes_after_its_key_its_group_and_the_groups_rules(record: Record) -> None:
    def program() -> None:
        key, group = kms.Key("key"), vpc.SecurityGroupVpcAssociation("group", security_group_id="sg-1", vpc_id="vpc-1")
        rule = vpc.SecurityGroupIngressRule("rule", security_group_id="sg-1", ip_protocol="-1")
        logs = replace(parts().logs, key_arn=key.arn)
        after = replace(parts(), logs=logs, key_arn=key.arn, security_group_id=group.id, rules=(rule,))
        LustreFileSystem.planned("fsx", after)

    found = needs(record(program))
    assert found["fsx-log-group"] == {"key"}
    assert found["fsx-file-system"] == {"fsx-log-group", "key", "group", "rule"}


@pytest.mark.parametrize(("keep", "retained"), [(True, {"fsx-log-group"}), (False, set[str]())])
def test_only_logs_that_are_evidence_outlive_it(record: Record, keep: bool, retained: set[str]) -> None:
    graph = graph_of(record, keep=keep)
    assert {resource.name for resource in made(graph) if resource.options.retain_on_delete} == retained


def test_what_nodes_mount_it_by_is_given_out(record: Record) -> None:
    def program() -> None:
        fsx = LustreFileSystem.planned("fsx", parts())
        kms.Key("by-name", description=fsx.mount_parameter)
        kms.Key("by-address", description=fsx.dns_name, policy=fsx.mount_name)
        kms.Key("by-id", description=fsx.file_system_id, policy=fsx.file_system_arn)

    graph = record(program)
    assert inputs(graph)["by-name"] == {"description": "/rackguard/llm/mounts/scratch"}
    assert needs(graph)["by-name"] == {"fsx-mount-parameter"}
    assert needs(graph)["by-address"] == needs(graph)["by-id"] == {"fsx-file-system"}


def test_all_belong_to_one_component(record: Record) -> None:
    graph = graph_of(record)
    (component,) = graph.of_type("rackguard-aws:index:LustreFileSystem")
    assert component.name == "fsx"
    assert {resource.parent for resource in made(graph)} == {component.urn}


@pytest.mark.parametrize("plan", [PLAN, VARIANT])
def test_the_provider_knows_every_input(record: Record, plan: LustrePlan) -> None:
    assert [problem for resource in graph_of(record, plan).resources for problem in check(resource)] == []
