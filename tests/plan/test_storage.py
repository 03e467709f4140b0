from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rackguard.plan.bucket_policy import data_bucket_policy, log_bucket_policy
from rackguard.plan.storage import plan_storage
from rackguard.plan.types import BucketPlan, EfsPlan, LustrePlan
from rackguard.spec.stack import Stack

CLIENT_ACTIONS = [
    "elasticfilesystem:ClientMount",
    "elasticfilesystem:ClientRootAccess",
    "elasticfilesystem:ClientWrite",
]
DENY_WITHOUT_TLS = {
    "Sid": "DenyWithoutTls",
    "Effect": "Deny",
    "Principal": {"AWS": "*"},
    "Action": CLIENT_ACTIONS,
    "Resource": "*",
    "Condition": {"Bool": {"aws:SecureTransport": "false"}},
}
LUSTRE = {"size_gib": 4800, "mib_s_per_tib": 500, "zone_id": "use2-az1"}


def test_no_stores_need_nothing(declare: Callable[..., Stack]) -> None:
    plan = plan_storage(declare())
    assert (plan.lustre, plan.efs, plan.buckets, plan.access_logs, plan.decisions) == ((), (), (), None, ())


def test_lustre(declare: Callable[..., Stack]) -> None:
    plan = plan_storage(declare(storage={"scratch": {"lustre": LUSTRE, "mount": "/fsx", "classification": "phi"}}))
    assert plan.lustre == (
        LustrePlan(
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
        ),
    )
    assert {(d.id, d.subject, d.value) for d in plan.decisions} == {
        ("lustre-deployment", "storage.scratch", "PERSISTENT_2"),
        ("lustre-metadata", "storage.scratch", "AUTOMATIC"),
        ("lustre-root", "storage.scratch", "the nodes' root is root on it"),
        ("lustre-final-backup", "storage.scratch", "kept"),
    }


def test_metadata_iops_of_the_users_are_no_decision(declare: Callable[..., Stack]) -> None:
    plan = plan_storage(declare(storage={"scratch": {"lustre": {**LUSTRE, "metadata_iops": 6000}, "mount": "/fsx"}}))
    assert (plan.lustre[0].metadata_mode, plan.lustre[0].metadata_iops) == ("USER_PROVISIONED", 6000)
    assert "lustre-metadata" not in {decision.id for decision in plan.decisions}


def test_a_size_that_lustre_refuses_is_still_planned(declare: Callable[..., Stack]) -> None:
    plan = plan_storage(declare(storage={"scratch": {"lustre": {**LUSTRE, "size_gib": 1000}}}))
    assert plan.lustre[0].size_gib == 1000
    assert plan.lustre[0].mount == "/scratch"
    assert [(d.id, d.value) for d in plan.decisions if d.id == "mount-path"] == [("mount-path", "/scratch")]


def test_efs_admits_the_roles_of_what_mounts_it(declare: Callable[..., Stack]) -> None:
    stack = declare(
        storage={"home": {"efs": {"expected_gib": 200, "provisioned_mib_s": 64}}},
        access={"login_node": {"instance_type": "m7i.large", "zone_id": "use2-az2", "mounts": ["home"]}},
        pools={
            "train": {"mounts": ["home"]},
            "other": {"instance_type": "g6.xlarge", "zone_id": "use2-az3", "nodes": {"max": 1}},
        },
    )
    assert plan_storage(stack).efs == (
        EfsPlan(
            key="home",
            name="llm-home",
            zone_ids=("use2-az1", "use2-az2"),
            throughput="elastic",
            provisioned_mib_s=None,
            mount="/home",
            mount_parameter="/rackguard/llm/mounts/home",
            policy_statements=(
                DENY_WITHOUT_TLS,
                {
                    "Sid": "MountByClusterRoles",
                    "Effect": "Allow",
                    "Principal": {
                        "AWS": [
                            "arn:aws:iam::123456789012:role/llm-us-east-2-pool-train",
                            "arn:aws:iam::123456789012:role/llm-us-east-2-login",
                        ]
                    },
                    "Action": CLIENT_ACTIONS,
                    "Resource": "*",
                    "Condition": {"Bool": {"elasticfilesystem:AccessedViaMountTarget": "true"}},
                },
            ),
            expected_gib=200,
            classification="internal",
        ),
    )


def test_efs_that_nobody_mounts_admits_nobody(declare: Callable[..., Stack]) -> None:
    plan = plan_storage(declare(storage={"home": {"efs": {"throughput": "provisioned", "provisioned_mib_s": 64}}}))
    assert plan.efs[0].zone_ids == ()
    assert plan.efs[0].policy_statements == (DENY_WITHOUT_TLS,)
    assert plan.efs[0].provisioned_mib_s == 64
    assert ("efs-mount-targets", "none") in {(decision.id, decision.value) for decision in plan.decisions}


def test_buckets_and_the_one_of_their_access_logs(declare: Callable[..., Stack]) -> None:
    storage: dict[str, Any] = {
        "data": {"s3": {"noncurrent_days": 14, "expire_days": 90, "object_lock_days": 7, "expected_gib": 500}},
        "old": {"s3": {"bucket": "corp-data"}, "classification": "public"},
    }
    plan = plan_storage(declare(storage=storage, logs={"retention_days": 400}))
    logs = "llm-123456789012-us-east-2-access-logs"
    data, old = plan.buckets
    assert data == BucketPlan(
        key="data",
        name="llm-data-123456789012-us-east-2",
        arn="arn:aws:s3:::llm-data-123456789012-us-east-2",
        policy=data_bucket_policy("arn:aws:s3:::llm-data-123456789012-us-east-2"),
        noncurrent_days=14,
        expire_days=90,
        object_lock_days=7,
        expected_gib=500,
        classification="internal",
        abort_multipart_days=7,
        access_logs_bucket=logs,
        encryption="aws:kms",
    )
    assert (old.name, old.arn, old.classification) == ("corp-data", "arn:aws:s3:::corp-data", "public")
    assert old.policy == data_bucket_policy("arn:aws:s3:::corp-data")
    assert plan.access_logs == BucketPlan(
        key="access-logs",
        name=logs,
        arn=f"arn:aws:s3:::{logs}",
        policy=log_bucket_policy(f"arn:aws:s3:::{logs}", "123456789012", [data.arn, "arn:aws:s3:::corp-data"]),
        noncurrent_days=30,
        expire_days=400,
        object_lock_days=None,
        expected_gib=None,
        classification="internal",
        abort_multipart_days=7,
        access_logs_bucket=None,
        encryption="AES256",
        force_destroy=True,
    )
    assert [(d.id, d.subject) for d in plan.decisions] == [
        ("object-lock", "storage.data"),
        ("bucket-encryption", "storage"),
        ("bucket-deletes", "storage"),
        ("bucket-access-logs", "storage"),
        ("bucket-uploads", "storage"),
    ]
    assert plan.decisions[0].value == "compliance mode, 7 days"


@pytest.mark.parametrize(("classification", "emptied"), [("internal", True), ("confidential", False), ("phi", False)])
def test_destroy_empties_no_bucket_but_that_of_access_logs_which_are_no_evidence(
    declare: Callable[..., Stack], classification: str, emptied: bool
) -> None:
    storage = {"data": {"s3": {}, "classification": "public"}}
    plan = plan_storage(declare(tags={"classification": classification}, storage=storage))
    assert plan.access_logs is not None
    assert plan.access_logs.force_destroy is emptied
    assert not plan.buckets[0].force_destroy


def test_no_store_can_take_the_name_of_the_bucket_of_access_logs(declare: Callable[..., Stack]) -> None:
    plan = plan_storage(declare(storage={"access-logs": {"s3": {}}}))
    assert plan.access_logs is not None
    assert plan.buckets[0].name == "llm-access-logs-123456789012-us-east-2-e26557bb"
    assert plan.access_logs.name != plan.buckets[0].name


@pytest.mark.parametrize("name", ["c" * 32, "c" * 30])
def test_long_names_of_buckets_stay_within_the_limit(declare: Callable[..., Stack], name: str) -> None:
    plan = plan_storage(declare(name=name, storage={"s" * 32: {"s3": {}}, "t" * 32: {"s3": {}}}))
    assert plan.access_logs is not None
    names = [bucket.name for bucket in (*plan.buckets, plan.access_logs)]
    assert len(set(names)) == 3
    assert max(map(len, names)) <= 63
