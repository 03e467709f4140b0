"""Elastic File System: file systems, their policies, access points and mount targets."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pulumi_aws import ec2, efs, kms
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard_policies.outcome import Outcome

PUBLIC = {"classification": "public"}


def systems() -> None:
    key = kms.Key("key").arn
    good = efs.FileSystem("good", encrypted=True, kms_key_id=key)
    efs.FileSystem("silent")
    efs.FileSystem("off", encrypted=False, kms_key_id="arn:aws:kms:us-east-2:123456789012:alias/aws/elasticfilesystem")
    efs.FileSystem("one-zone", encrypted=True, kms_key_id=key, availability_zone_name="us-east-2a")
    efs.FileSystem("disposable", encrypted=True, kms_key_id=key, availability_zone_name="us-east-2a", tags=PUBLIC)
    efs.FileSystem("other-key", encrypted=True, kms_key_id=good.arn)
    efs.BackupPolicy("on", file_system_id=good.id, backup_policy={"status": "ENABLED"})
    efs.BackupPolicy("off-policy", file_system_id=good.id, backup_policy={"status": "DISABLED"})
    efs.BackupPolicy("later", file_system_id=good.id, backup_policy={"status": good.arn})


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("efs-encrypted", {"silent": ["encrypted"], "off": ["encrypted"]}),
        ("efs-cmk", {"silent": ["kmsKeyId"], "off": ["kmsKeyId"]}),
        ("efs-regional", {"one-zone": ["availabilityZoneName"]}),
        ("efs-backup", {"off-policy": ["backupPolicy.status"]}),
    ],
)
def test_file_systems(rule: str, expected: dict[str, list[str]]) -> None:
    assert findings(graph_of(systems), rule) == expected


def test_what_is_not_known_yet_is_proven_by_a_key_alone() -> None:
    graph = graph_of(systems)
    assert outcomes(graph, "efs-cmk", Outcome.UNPROVEN) == {"other-key": ["kmsKeyId"]}
    assert outcomes(graph, "efs-backup", Outcome.UNPROVEN) == {"later": ["backupPolicy.status"]}
    assert outcomes(graph, "efs-regional", Outcome.NOT_APPLICABLE) == {"disposable": [""]}


def test_the_classes_of_data_that_may_go_are_a_parameter() -> None:
    graph = graph_of(systems)
    assert set(findings(graph, "efs-regional", disposable=["internal"])) == {"one-zone", "disposable"}


ROLE = {"AWS": "arn:aws:iam::123456789012:role/node"}
ALLOW: dict[str, Any] = {"Effect": "Allow", "Principal": ROLE, "Action": "elasticfilesystem:ClientMount"}
DENY: dict[str, Any] = {
    "Effect": "Deny",
    "Principal": {"AWS": "*"},
    "Action": "*",
    "Resource": "*",
    "Condition": {"Bool": {"aws:SecureTransport": "false"}},
}


def policies() -> None:
    def policy(name: str, *statements: Any) -> efs.FileSystem:
        system = efs.FileSystem(f"system-{name}")
        text = json.dumps({"Version": "2012-10-17", "Statement": list(statements)})
        efs.FileSystemPolicy(name, file_system_id=system.id, policy=text)
        return system

    policy("good", DENY, {**ALLOW, "Resource": "*"})
    policy("narrow-service", {**DENY, "Action": ["elasticfilesystem:Client*"], "Principal": "*"}, ALLOW)
    policy("allows-only", ALLOW)
    policy("anonymous", DENY, {**ALLOW, "Principal": {"AWS": "*"}})
    via = {"Bool": {"elasticfilesystem:AccessedViaMountTarget": "true"}}
    policy("anonymous-by-mount-target", DENY, {**ALLOW, "Principal": "*", "Condition": via})
    policy("denies-one-role", {**DENY, "Principal": ROLE}, ALLOW)
    policy("denies-writes", {**DENY, "Action": "elasticfilesystem:ClientWrite"}, ALLOW)
    policy("denies-the-other-way", {**DENY, "Condition": {"Bool": {"aws:SecureTransport": "true"}}}, ALLOW)
    both = {"Bool": {"aws:SecureTransport": "false"}, "IpAddress": {"aws:SourceIp": "10.0.0.0/8"}}
    policy("denies-from-one-range", {**DENY, "Condition": both}, ALLOW)
    later = policy("single", DENY)
    efs.FileSystemPolicy("later", file_system_id=later.id, policy=later.arn)
    efs.FileSystem("without")


def test_policies_refuse_plain_and_anonymous_mounts() -> None:
    graph = graph_of(policies)
    assert findings(graph, "efs-policy-tls") == {
        "allows-only": ["policy"],
        "anonymous": ["policy.Statement[1]"],
        "anonymous-by-mount-target": ["policy.Statement[1]"],
        "denies-one-role": ["policy"],
        "denies-writes": ["policy"],
        "denies-the-other-way": ["policy"],
        "denies-from-one-range": ["policy"],
        "without": [""],
    }
    assert set(outcomes(graph, "efs-policy-tls", Outcome.UNPROVEN)) == {"later"}


def points() -> None:
    system = efs.FileSystem("system").id

    def point(name: str, user: Any, path: str | None) -> None:
        root: Any = {} if path is None else {"root_directory": {"path": path}}
        efs.AccessPoint(name, file_system_id=system, posix_user=user, **root)

    point("good", {"uid": 1001, "gid": 1001}, "/team")
    point("more-groups", {"uid": 1001, "gid": 1001, "secondary_gids": [1002, 0]}, "/a/../team")
    point("root", {"uid": 0, "gid": 1001}, "/")
    point("root-group", {"uid": 1001, "gid": 0}, "//")
    point("nobody", None, "/team/..")
    point("silent", {"uid": 1001, "gid": 1001}, None)


def test_access_points() -> None:
    graph = graph_of(points)
    assert findings(graph, "efs-ap-posix") == {
        "more-groups": ["posixUser.secondaryGids[1]"],
        "root": ["posixUser.uid"],
        "root-group": ["posixUser.gid"],
        "nobody": ["posixUser.uid", "posixUser.gid"],
    }
    path = ["rootDirectory.path"]
    assert findings(graph, "efs-ap-root") == {"root": path, "root-group": path, "nobody": path, "silent": path}


def test_mount_targets_are_in_groups_of_their_own() -> None:
    def program() -> None:
        system, vpc = efs.FileSystem("system").id, ec2.Vpc("vpc")
        own, default = ec2.SecurityGroup("own").id, ec2.DefaultSecurityGroup("default", vpc_id=vpc.id).id
        efs.MountTarget("good", file_system_id=system, subnet_id="subnet-1", security_groups=[own])
        efs.MountTarget("silent", file_system_id=system, subnet_id="subnet-1")
        efs.MountTarget("empty", file_system_id=system, subnet_id="subnet-1", security_groups=[])
        efs.MountTarget("in-default", file_system_id=system, subnet_id="subnet-1", security_groups=[own, default])

    path = ["securityGroups"]
    assert findings(graph_of(program), "efs-mt-sg") == {"silent": path, "empty": path, "in-default": path}
