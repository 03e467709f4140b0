"""The stores of the example stacks, and of variants of them."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from pulumi import ResourceOptions, export
from pulumi_aws import iam
from tests.aws.plans import example, variant
from tests.aws.provider_schema import check, knows
from tests.aws.recorded import inputs, made, needs

from rackguard.aws.log_group import LogSettings
from rackguard.aws.storage import Storage, StorageParts
from rackguard.graph.resource import UNKNOWN
from rackguard.plan.types import StoragePlan

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.aws.conftest import Record

    from rackguard.graph.graph import Graph
    from rackguard.plan.types import ClusterPlan

KEY = "arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555"
GROUPS = {"lustre": "sg-lustre", "efs": "sg-efs"}
SUBNETS = {f"{region}-az{number}": f"subnet-{number}" for region in ("use1", "use2") for number in (1, 2, 3)}
OUTPUTS = ("bucket_names", "bucket_arns", "file_system_ids", "file_system_arns", "dns_names", "mount_parameters")

EVERYTHING = {
    "scratch: {lustre: {size_gib: 24000, mib_s_per_tib: 500, zone_id: use1-az1, backup_days: 7}, mount: /fsx}": (
        "scratch: {lustre: {size_gib: 24000, mib_s_per_tib: 500, zone_id: use1-az1, efa: true, metadata_iops: 24000,"
        " backup_days: 14}, mount: /fsx, classification: confidential}"
    ),
    "home: {efs: {expected_gib: 1000}, mount: /home}": (
        "home: {efs: {throughput: provisioned, provisioned_mib_s: 128, expected_gib: 1000}, mount: /home}\n"
        "      evidence: {s3: {bucket: corp-evidence, noncurrent_days: 90, expire_days: 2192, object_lock_days: 2191,"
        " expected_gib: 10}}"
    ),
}
"""Changes of prod with every field of every store."""


def declare(plan: ClusterPlan, *, opts: ResourceOptions | None = None, **live: Any) -> Storage:
    given: Mapping[str, Any] = {
        "key_arn": KEY,
        "subnet_ids": SUBNETS,
        "security_group_ids": GROUPS,
        "security_rules": (),
        "roles": (),
        **live,
    }
    logs = LogSettings(plan.access.log_retention_days, plan.access.keep_logs, KEY, plan.tags)
    return Storage.planned("llm-storage", StorageParts(plan=plan.storage, tags=plan.tags, logs=logs, **given), opts)


def graph_of(record: Record, plan: ClusterPlan) -> Graph:
    return record(lambda: declare(plan))


def test_components_of_prod(record: Record) -> None:
    graph = graph_of(record, example("prod"))
    (storage,) = graph.of_type("rackguard-aws:index:Storage")
    assert [(child.type, child.name) for child in graph.children(storage.urn)] == [
        ("rackguard-aws:index:Bucket", "llm-storage-access-logs"),
        ("rackguard-aws:index:Bucket", "llm-storage-bucket-checkpoints"),
        ("rackguard-aws:index:LustreFileSystem", "llm-storage-lustre-scratch"),
        ("rackguard-aws:index:ElasticFileSystem", "llm-storage-efs-home"),
    ]


def test_resources_of_prod(record: Record) -> None:
    found = inputs(graph_of(record, example("prod")))
    tags = {
        "owner": "ml-platform",
        "environment": "prod",
        "classification": "phi",
        "rackguard:cluster": "llm-prod",
        "rackguard:stack": "prod",
    }
    assert sorted(found) == [
        "llm-storage-access-logs-bucket",
        "llm-storage-access-logs-encryption",
        "llm-storage-access-logs-lifecycle",
        "llm-storage-access-logs-ownership",
        "llm-storage-access-logs-policy",
        "llm-storage-access-logs-public-access",
        "llm-storage-access-logs-versioning",
        "llm-storage-bucket-checkpoints-access-logs",
        "llm-storage-bucket-checkpoints-bucket",
        "llm-storage-bucket-checkpoints-encryption",
        "llm-storage-bucket-checkpoints-lifecycle",
        "llm-storage-bucket-checkpoints-ownership",
        "llm-storage-bucket-checkpoints-policy",
        "llm-storage-bucket-checkpoints-public-access",
        "llm-storage-bucket-checkpoints-versioning",
        "llm-storage-efs-home-backups",
        "llm-storage-efs-home-file-system",
        "llm-storage-efs-home-mount-parameter",
        "llm-storage-efs-home-mount-target-use1-az1",
        "llm-storage-efs-home-mount-target-use1-az2",
        "llm-storage-efs-home-policy",
        "llm-storage-lustre-scratch-file-system",
        "llm-storage-lustre-scratch-log-group",
        "llm-storage-lustre-scratch-mount-parameter",
    ]
    assert found["llm-storage-access-logs-bucket"] == {
        "bucket": "llm-prod-123456789012-us-east-1-access-logs",
        "forceDestroy": False,
        "tags": tags,
    }
    assert found["llm-storage-bucket-checkpoints-bucket"] == {
        "bucket": "llm-prod-checkpoints-123456789012-us-east-1",
        "forceDestroy": False,
        "tags": tags,
    }
    assert found["llm-storage-bucket-checkpoints-access-logs"] == {
        "bucket": "llm-prod-checkpoints-123456789012-us-east-1",
        "targetBucket": "llm-prod-123456789012-us-east-1-access-logs",
        "targetPrefix": "llm-prod-checkpoints-123456789012-us-east-1/",
    }
    assert found["llm-storage-lustre-scratch-file-system"] == {
        "deploymentType": "PERSISTENT_2",
        "storageType": "SSD",
        "storageCapacity": 24000,
        "perUnitStorageThroughput": 500,
        "subnetIds": "subnet-1",
        "securityGroupIds": ["sg-lustre"],
        "efaEnabled": False,
        "kmsKeyId": KEY,
        "metadataConfiguration": {"mode": "AUTOMATIC"},
        "logConfiguration": {"level": "WARN_ERROR", "destination": UNKNOWN},
        "automaticBackupRetentionDays": 7,
        "copyTagsToBackups": True,
        "skipFinalBackup": False,
        "tags": {**tags, "Name": "llm-prod-scratch"},
    }
    assert found["llm-storage-lustre-scratch-log-group"] == {
        "name": "/aws/fsx/llm-prod/scratch",
        "retentionInDays": 2192,
        "kmsKeyId": KEY,
        "tags": tags,
    }
    assert found["llm-storage-efs-home-file-system"] == {
        "creationToken": "llm-prod-home",
        "encrypted": True,
        "kmsKeyId": KEY,
        "throughputMode": "elastic",
        "tags": {**tags, "Name": "llm-prod-home"},
    }
    assert found["llm-storage-efs-home-mount-target-use1-az2"]["subnetId"] == "subnet-2"


def test_policies_are_known_before_anything_exists(record: Record) -> None:
    found = inputs(graph_of(record, example("prod")))
    allowed = json.loads(found["llm-storage-efs-home-policy"]["policy"])["Statement"][1]
    assert allowed["Principal"]["AWS"] == [
        "arn:aws:iam::123456789012:role/llm-prod-us-east-1-pool-eval",
        "arn:aws:iam::123456789012:role/llm-prod-us-east-1-pool-sprint",
        "arn:aws:iam::123456789012:role/llm-prod-us-east-1-pool-train",
        "arn:aws:iam::123456789012:role/llm-prod-us-east-1-login",
    ]
    data, logs = (
        [statement["Sid"] for statement in json.loads(found[f"llm-storage-{name}-policy"]["policy"])["Statement"]]
        for name in ("bucket-checkpoints", "access-logs")
    )
    assert data == ["DenyPlainHttp", "DenyOldTls", "DenyOtherEncryption", "DenyOtherKeys", "DenyCustomerKeys"]
    assert logs == ["DenyPlainHttp", "DenyOldTls", "DeliverAccessLogs"]


def test_every_field_of_every_store(record: Record) -> None:
    graph = graph_of(record, variant("prod", EVERYTHING))
    found = inputs(graph)
    lustre = found["llm-storage-lustre-scratch-file-system"]
    assert lustre["efaEnabled"] is True
    assert lustre["metadataConfiguration"] == {"mode": "USER_PROVISIONED", "iops": 24000}
    assert lustre["automaticBackupRetentionDays"] == 14
    assert lustre["tags"]["classification"] == "confidential"
    efs = found["llm-storage-efs-home-file-system"]
    assert (efs["throughputMode"], efs["provisionedThroughputInMibps"]) == ("provisioned", 128)
    evidence = found["llm-storage-bucket-evidence-bucket"]
    assert evidence["bucket"] == "corp-evidence"
    objects = found["llm-storage-bucket-evidence-lifecycle"]["rules"][0]
    assert objects["noncurrentVersionExpiration"] == {"noncurrentDays": 90}
    assert objects["expiration"] == {"days": 2192}
    lock = found["llm-storage-bucket-evidence-object-lock"]["rule"]["defaultRetention"]
    assert lock == {"mode": "COMPLIANCE", "days": 2191}
    assert [problem for resource in graph.resources for problem in check(resource)] == []


def test_what_stores_wait_for(record: Record) -> None:
    def program() -> None:
        role, rule = (iam.Role(name, assume_role_policy="{}") for name in ("role", "rule"))
        declare(example("prod"), roles=(role,), security_rules=(rule,))

    found = needs(record(program))
    assert {name for name, needed in found.items() if "role" in needed} == {"llm-storage-efs-home-policy"}
    assert {name for name, needed in found.items() if "rule" in needed} == {"llm-storage-lustre-scratch-file-system"}
    assert found["llm-storage-bucket-checkpoints-access-logs"] == {
        "llm-storage-bucket-checkpoints-bucket",
        "llm-storage-access-logs-encryption",
        "llm-storage-access-logs-ownership",
        "llm-storage-access-logs-policy",
        "llm-storage-access-logs-public-access",
    }


def test_a_store_may_have_any_name(record: Record) -> None:
    names = ["access-logs", "bucket", "bucket-access-logs", "lustre-a", "efs-a"]
    buckets = "".join(f"\n      {name}: {{s3: {{}}}}" for name in names)
    home = "home: {efs: {expected_gib: 1000}, mount: /home}"
    graph = graph_of(record, variant("prod", {home: home + buckets}))
    assert len(graph.by_urn) == len(graph.resources)
    assert {component.name for component in graph.of_type("rackguard-aws:index:Bucket")} == {
        "llm-storage-access-logs",
        "llm-storage-bucket-checkpoints",
        *(f"llm-storage-bucket-{name}" for name in names),
    }


def test_only_what_holds_nothing_is_unprotected(record: Record) -> None:
    graph = record(lambda: declare(example("prod"), opts=ResourceOptions(protect=True)))
    assert {resource.name for resource in made(graph) if resource.options.protect is not True} == {
        "llm-storage-efs-home-mount-target-use1-az1",
        "llm-storage-efs-home-mount-target-use1-az2",
    }


@pytest.mark.parametrize("stack", ["dev", "staging", "prod"])
def test_everything_that_takes_tags_tells_its_stack(record: Record, stack: str) -> None:
    graph = graph_of(record, example(stack))
    taggable = [resource for resource in made(graph) if knows(resource.type, "tags")]
    wanted = {"owner", "environment", "classification", "rackguard:cluster", "rackguard:stack"}
    assert [resource.name for resource in taggable if not wanted <= resource.inputs.get("tags", {}).keys()] == []
    assert {resource.inputs["tags"]["rackguard:stack"] for resource in taggable} <= {stack}


@pytest.mark.parametrize("stack", ["dev", "staging", "prod"])
def test_the_provider_knows_every_input(record: Record, stack: str) -> None:
    graph = graph_of(record, example(stack))
    assert [problem for resource in graph.resources for problem in check(resource)] == []


def test_outputs_of_prod(record: Record) -> None:
    def program() -> None:
        storage = declare(example("prod"))
        for name in OUTPUTS:
            export(name, getattr(storage, name))

    assert record(program).outputs == {
        "bucket_names": {"checkpoints": "llm-prod-checkpoints-123456789012-us-east-1"},
        "bucket_arns": {"checkpoints": "arn:aws:s3:::llm-prod-checkpoints-123456789012-us-east-1"},
        "file_system_ids": UNKNOWN,
        "file_system_arns": UNKNOWN,
        "dns_names": UNKNOWN,
        "mount_parameters": {
            "home": "/rackguard/llm-prod/mounts/home",
            "scratch": "/rackguard/llm-prod/mounts/scratch",
        },
    }


def test_a_cluster_without_stores(record: Record) -> None:
    nothing = replace(
        example("prod"), storage=StoragePlan(lustre=(), efs=(), buckets=(), decisions=(), access_logs=None)
    )

    def program() -> None:
        storage = declare(nothing, security_group_ids={})
        for name in OUTPUTS:
            export(name, getattr(storage, name))

    graph = record(program)
    assert made(graph) == ()
    assert graph.outputs == {name: {} for name in OUTPUTS}


def test_a_service_that_no_store_uses_is_not_loaded() -> None:
    # Each service's own module is there from the start; it is filled, and gets modules below it, at the first use.
    says = (
        "import sys; import rackguard.aws.storage;"
        " print('pulumi_aws.s3' in sys.modules, *(name for name in sys.modules"
        " if name.startswith(('pulumi_aws.efs.', 'pulumi_aws.fsx.', 'pulumi_aws.s3.', 'pulumi_aws.ssm.'))))"
    )
    run = subprocess.run([sys.executable, "-c", says], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["True"]
