"""Lustre, the buckets behind it, and file caches."""

from __future__ import annotations

from typing import Any

import pytest
from pulumi_aws import backup, cloudwatch, ec2, fsx, kms, s3
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard_policies.outcome import Outcome
from rackguard_policies.rules.aws.fsx.fsx_squash_exceptions import machines

PUBLIC = {"classification": "public"}


def lustre(name: str, **given: Any) -> fsx.LustreFileSystem:
    persistent = {"deployment_type": "PERSISTENT_2", "subnet_ids": "subnet-1", **given}
    return fsx.LustreFileSystem(name, **persistent)


def systems() -> None:
    key, group = kms.Key("key").arn, cloudwatch.LogGroup("group")
    logs: Any = {"level": "WARN_ERROR", "destination": group.arn}
    good: dict[str, Any] = {"kms_key_id": key, "automatic_backup_retention_days": 7, "log_configuration": logs}
    good |= {"skip_final_backup": False, "copy_tags_to_backups": True}
    lustre("good", **good)
    lustre("silent")
    lustre("scratch", deployment_type="SCRATCH_2")
    fsx.LustreFileSystem("oldest", subnet_ids="subnet-1", tags=PUBLIC)
    lustre("short", **{**good, "automatic_backup_retention_days": 1, "skip_final_backup": True})
    lustre("disposable", **{**good, "automatic_backup_retention_days": 0, "skip_final_backup": True, "tags": PUBLIC})
    lustre(
        "linked", **{**good, "automatic_backup_retention_days": 0, "skip_final_backup": True, "import_path": "s3://b"}
    )
    linked = lustre("associated", kms_key_id=key, log_configuration={**logs, "level": "ERROR_ONLY"})
    fsx.DataRepositoryAssociation("link", file_system_id=linked.id, file_system_path="/", data_repository_path="s3://b")
    theirs = "arn:aws:logs:us-east-2:123456789012:log-group:/aws/fsx/lustre:*"
    lustre("their-group", **{**good, "log_configuration": {"level": "WARN_ERROR", "destination": theirs}})
    lustre("a-bucket", **{**good, "log_configuration": {"level": "DISABLED", "destination": s3.Bucket("logs").arn}})
    lustre("later", deployment_type=group.name, automatic_backup_retention_days=group.name.apply(int))


def test_keys_and_kinds() -> None:
    graph = graph_of(systems)
    assert findings(graph, "fsx-cmk") == {"silent": ["kmsKeyId"], "later": ["kmsKeyId"]}
    assert set(outcomes(graph, "fsx-cmk", Outcome.NOT_APPLICABLE)) == {"scratch", "oldest"}
    assert findings(graph, "fsx-persistent") == {"scratch": ["deploymentType"]}
    assert outcomes(graph, "fsx-persistent", Outcome.UNPROVEN) == {"later": ["deploymentType"]}
    assert set(outcomes(graph, "fsx-persistent", Outcome.NOT_APPLICABLE)) == {"oldest", "disposable"}


def test_backups() -> None:
    graph = graph_of(systems)
    days, final = ["automaticBackupRetentionDays"], ["skipFinalBackup"]
    assert findings(graph, "fsx-backup") == {"silent": days, "short": days}
    assert findings(graph, "fsx-backup", days=1) == {"silent": days}
    assert outcomes(graph, "fsx-backup", Outcome.UNPROVEN) == {"later": days}
    without = {"scratch", "oldest", "disposable", "linked", "associated"}
    assert set(outcomes(graph, "fsx-backup", Outcome.NOT_APPLICABLE)) == without
    assert findings(graph, "fsx-final-backup") == {"silent": final, "short": final, "later": final}
    assert set(outcomes(graph, "fsx-final-backup", Outcome.NOT_APPLICABLE)) == without
    tags = ["copyTagsToBackups"]
    assert findings(graph, "fsx-copy-tags") == {"silent": tags, "later": tags}


def test_a_backup_plan_stands_in() -> None:
    def program() -> None:
        system = lustre("system")
        lustre("other")
        backup.Selection("selection", plan_id="plan", iam_role_arn="role", resources=[system.arn])

    assert set(findings(graph_of(program), "fsx-backup")) == {"other"}


def test_logs() -> None:
    graph = graph_of(systems)
    level, destination = "logConfiguration.level", "logConfiguration.destination"
    both = [level, destination]
    assert findings(graph, "fsx-logging") == {
        **dict.fromkeys(("silent", "scratch", "oldest", "later"), both),
        "associated": [level],
        "their-group": [destination],
        "a-bucket": [level],
    }
    assert outcomes(graph, "fsx-logging", Outcome.UNPROVEN) == {"a-bucket": [destination]}


def squashed() -> None:
    nodes, own = ec2.SecurityGroup("nodes"), ec2.SecurityGroup("own")
    ec2.LaunchTemplate("node", vpc_security_group_ids=[nodes.id])
    elsewhere = ec2.SecurityGroup("elsewhere")
    rule: dict[str, Any] = {"protocol": "tcp", "from_port": 988, "to_port": 988}
    closed: list[Any] = [{**rule, "security_groups": [nodes.id]}, {**rule, "self": True}]
    files = ec2.SecurityGroup("files", ingress=closed)
    wide: Any = {**rule, "cidr_blocks": ["10.0.0.0/8"]}
    ranged = ec2.SecurityGroup("ranged", ingress=[*closed, wide])
    strangers: Any = {**rule, "security_groups": [elsewhere.id]}
    by_id: Any = {**rule, "security_groups": ["sg-0123456789abcdef0"]}
    foreign = ec2.SecurityGroup("foreign", ingress=[strangers])
    named = ec2.SecurityGroup("named", ingress=[by_id])
    lustre("own-machines", security_group_ids=[files.id, own.id])
    lustre("from-a-range", security_group_ids=[ranged.id])
    lustre("from-strangers", security_group_ids=[foreign.id])
    lustre("from-a-group-by-id", security_group_ids=[named.id])
    lustre("in-a-group-by-id", security_group_ids=[files.id, "sg-0123456789abcdef0"])
    lustre("in-no-group")
    for name, squash in (("good", "65534:65534"), ("root", "0:0"), ("root-group", "65534:0"), ("wrong", "nobody")):
        lustre(name, security_group_ids=[files.id], root_squash_configuration={"root_squash": squash})


def test_root_is_squashed_where_others_may_mount() -> None:
    graph = graph_of(squashed)
    path = ["rootSquashConfiguration.rootSquash"]
    assert findings(graph, "fsx-root-squash") == {
        **dict.fromkeys(("from-a-range", "from-strangers", "from-a-group-by-id", "in-a-group-by-id"), path),
        **dict.fromkeys(("in-no-group", "root", "root-group", "wrong"), path),
    }
    assert set(outcomes(graph, "fsx-root-squash", Outcome.NOT_APPLICABLE)) == {"own-machines"}


@pytest.mark.parametrize(
    ("nid", "count"),
    [
        ("10.0.1.6@tcp", 1),
        ("10.0.1.[1-30]@tcp", 30),
        ("10.0.[1-2].[1-30]@tcp1", 60),
        ("10.0.1.[1-3,9]@tcp", 4),
        ("10.0.*.*@tcp", 65536),
        ("anything", 256),
    ],
)
def test_machines_of_a_network_id(nid: str, count: int) -> None:
    assert machines(nid) == count


def test_few_machines_are_excepted() -> None:
    def program() -> None:
        def excepted(name: str, *nids: Any) -> None:
            lustre(name, root_squash_configuration={"root_squash": "65534:65534", "no_squash_nids": list(nids)})

        excepted("good", "10.0.1.6@tcp", "10.0.1.[8-9]@tcp")
        excepted("none")
        excepted("subnet", "10.0.1.6@tcp", "10.0.1.[1-255]@tcp")
        excepted("in-all", "10.0.1.[1-16]@tcp", "10.0.1.20@tcp")
        excepted("later", ec2.Instance("admin").private_ip)

    graph = graph_of(program)
    path = "rootSquashConfiguration.noSquashNids"
    assert findings(graph, "fsx-squash-exceptions") == {"subnet": [f"{path}[1]"], "in-all": [f"{path}[1]"]}
    assert findings(graph, "fsx-squash-exceptions", machines=17) == {"subnet": [f"{path}[1]"]}
    assert outcomes(graph, "fsx-squash-exceptions", Outcome.UNPROVEN) == {"later": [f"{path}[0]"]}
    assert set(outcomes(graph, "fsx-squash-exceptions", Outcome.NOT_APPLICABLE)) == {"none"}


def test_groups_of_lustre() -> None:
    def program() -> None:
        own = ec2.SecurityGroup("own").id
        default = ec2.DefaultSecurityGroup("default", vpc_id=ec2.Vpc("vpc").id).id
        lustre("good", security_group_ids=[own])
        lustre("silent")
        lustre("in-default", security_group_ids=[default])

    path = ["securityGroupIds"]
    assert findings(graph_of(program), "fsx-sg") == {"silent": path, "in-default": path}


def links() -> None:
    system = lustre("system").id

    def link(name: str, path: Any, *events: Any) -> None:
        policy: Any = {"auto_export_policy": {"events": list(events)}} if events else {}
        given: dict[str, Any] = {"file_system_id": system, "file_system_path": f"/{name}", "s3": policy}
        fsx.DataRepositoryAssociation(name, data_repository_path=path, **given)

    def bucket(name: str, *states: str) -> s3.Bucket:
        made = s3.Bucket(name, bucket=name)
        for state in states:
            s3.BucketVersioning(f"{name}-{state}", bucket=made.id, versioning_configuration={"status": state})
        return made

    versioned, plain = bucket("versioned", "Enabled"), bucket("plain")
    bucket("suspended", "Suspended")
    link("good", "s3://versioned/data", "NEW", "DELETED")
    link("by-dependency", versioned.id, "DELETED")
    link("keeps", "s3://plain", "NEW", "CHANGED")
    link("exports-nothing", "s3://plain")
    link("plain-deletes", "s3://plain/", "NEW", "CHANGED", "DELETED")
    link("suspended-deletes", "s3://suspended", "DELETED")
    link("elsewhere", "s3://elsewhere", "DELETED")
    link("later", "s3://plain", plain.arn)
    lustre("old-link", import_path="s3://elsewhere", export_path="s3://versioned/out")


def test_deletions_reach_buckets_with_versions_only() -> None:
    graph = graph_of(links)
    events = "s3.autoExportPolicy.events"
    expected = {"plain-deletes": [f"{events}[2]"], "suspended-deletes": [f"{events}[0]"]}
    assert findings(graph, "fsx-dra-delete") == expected
    assert set(outcomes(graph, "fsx-dra-delete", Outcome.UNPROVEN)) == {"elsewhere", "later"}
    assert set(outcomes(graph, "fsx-dra-delete", Outcome.NOT_APPLICABLE)) == {"keeps", "exports-nothing"}


def test_buckets_behind_lustre_are_the_stacks_or_approved() -> None:
    graph = graph_of(links)
    path = ["dataRepositoryPath"]
    assert findings(graph, "stk-fsx-repo-bucket") == {"elsewhere": path, "old-link": ["importPath"]}
    assert findings(graph, "stk-fsx-repo-bucket", approved=["elsewhere"]) == {}
    assert findings(graph, "stk-fsx-repo-bucket", approved=["else"]) == {"elsewhere": path, "old-link": ["importPath"]}
    assert set(outcomes(graph, "stk-fsx-repo-bucket", Outcome.NOT_APPLICABLE)) == {"system"}


def test_a_bucket_that_no_one_knows_yet_is_unproven() -> None:
    def program() -> None:
        system = lustre("system")
        given: dict[str, Any] = {"file_system_id": system.id, "file_system_path": "/"}
        fsx.DataRepositoryAssociation("later", data_repository_path=system.mount_name, **given)

    assert outcomes(graph_of(program), "stk-fsx-repo-bucket", Outcome.UNPROVEN) == {"later": ["dataRepositoryPath"]}


def test_caches_have_keys() -> None:
    def program() -> None:
        given: dict[str, Any] = {
            "file_cache_type": "LUSTRE",
            "file_cache_type_version": "2.12",
            "storage_capacity": 1200,
        }
        fsx.FileCache("good", kms_key_id=kms.Key("key").arn, subnet_ids=["subnet-1"], **given)
        fsx.FileCache("silent", subnet_ids=["subnet-1"], **given)

    assert findings(graph_of(program), "fsx-cache-cmk") == {"silent": ["kmsKeyId"]}
