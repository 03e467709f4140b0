"""File systems and buckets: everything that outlives nodes."""

from __future__ import annotations

from rackguard.plan import arn, names, uses
from rackguard.plan.bucket_policy import data_bucket_policy, log_bucket_policy
from rackguard.plan.known_as import known_as
from rackguard.plan.logs import keeps_logs
from rackguard.plan.policy_document import allow, deny
from rackguard.plan.storage_decisions import storage_decisions
from rackguard.plan.types import BucketPlan, Document, EfsPlan, LustrePlan, StoragePlan
from rackguard.spec.stack import Stack
from rackguard.spec.storage import S3, Efs, Lustre, Store

ACCESS_LOGS = "access-logs"
"""Key of the bucket of access logs."""
ACCESS_LOGS_NONCURRENT_DAYS = 30

_EFS_ACTIONS = (
    "elasticfilesystem:ClientMount",
    "elasticfilesystem:ClientRootAccess",
    "elasticfilesystem:ClientWrite",
)


def plan_storage(stack: Stack) -> StoragePlan:
    """Every store of the cluster."""
    stores = stack.cluster.storage
    buckets = tuple(_bucket(stack, key, store, store.s3) for key, store in stores.items() if store.s3)
    return StoragePlan(
        lustre=tuple(_lustre(stack, key, store, store.lustre) for key, store in stores.items() if store.lustre),
        efs=tuple(_efs(stack, key, store, store.efs) for key, store in stores.items() if store.efs),
        buckets=buckets,
        decisions=storage_decisions(stack),
        access_logs=_access_logs(stack, buckets) if buckets else None,
    )


def _classification(stack: Stack, store: Store) -> str:
    return store.classification or stack.cluster.tags.classification


def _lustre(stack: Stack, key: str, store: Store, lustre: Lustre) -> LustrePlan:
    cluster = stack.cluster
    return LustrePlan(
        key=key,
        name=names.store_name(cluster.name, key),
        size_gib=lustre.size_gib,
        mib_s_per_tib=lustre.mib_s_per_tib,
        zone_id=lustre.zone_id,
        efa=lustre.efa,
        metadata_mode="AUTOMATIC" if lustre.metadata_iops is None else "USER_PROVISIONED",
        metadata_iops=lustre.metadata_iops,
        backup_days=lustre.backup_days,
        mount=uses.mount_path(key, store),
        mount_parameter=names.parameter_name(cluster.name, "mounts", key),
        classification=_classification(stack, store),
        log_group=names.lustre_log_group_name(cluster.name, key),
    )


def _efs(stack: Stack, key: str, store: Store, efs: Efs) -> EfsPlan:
    cluster = stack.cluster
    return EfsPlan(
        key=key,
        name=names.store_name(cluster.name, key),
        zone_ids=uses.zones_using(cluster, key),
        throughput=efs.throughput,
        provisioned_mib_s=efs.provisioned_mib_s if efs.throughput == "provisioned" else None,
        mount=uses.mount_path(key, store),
        mount_parameter=names.parameter_name(cluster.name, "mounts", key),
        policy_statements=_efs_statements(stack, key),
        expected_gib=efs.expected_gib,
        classification=_classification(stack, store),
    )


def _efs_statements(stack: Stack, key: str) -> tuple[Document, ...]:
    """Only the roles of pools (and of the login node) that use the store, through a mount target, over TLS.

    The roles are named as principals, since EFS enforces no condition on who mounts (EFS user guide, condition keys
    for clients, 2026): they must exist before the policy. The resource is `*`, since the policy of a file system is
    about no other one: so it is known before the file system is. Left out, EFS would fill in the file system's ARN,
    which then looks like a change at every deployment.

    The nodes' root is root: homes are made there and handed to their owners, and work is saved with its owners. To
    withhold that would protect nothing, since EFS believes every other uid all the same; who may speak to it is what
    nodes restrict (`mounts.sh`).
    """
    cluster = stack.cluster
    users = uses.pools_using(cluster, key)
    parts = sorted(names.pool_part(known_as(pool, cluster.pools[pool])) for pool in users)
    if key in uses.login_stores(cluster):
        parts.append("login")
    roles = [
        arn.role_arn(stack.region, cluster.account_id, names.role_name(cluster.name, part, stack.region))
        for part in parts
    ]
    tls = deny("DenyWithoutTls", _EFS_ACTIONS, ["*"], {"Bool": {"aws:SecureTransport": "false"}}, {"AWS": "*"})
    if not roles:
        return (tls,)
    via_mount_target = {"Bool": {"elasticfilesystem:AccessedViaMountTarget": "true"}}
    return (tls, allow("MountByClusterRoles", _EFS_ACTIONS, ["*"], via_mount_target, {"AWS": roles}))


def _bucket(stack: Stack, key: str, store: Store, s3: S3) -> BucketPlan:
    name = uses.bucket_name(stack, key)
    bucket = arn.bucket_arn(stack.region, name)
    return BucketPlan(
        key=key,
        name=name,
        arn=bucket,
        policy=data_bucket_policy(bucket),
        noncurrent_days=s3.noncurrent_days,
        expire_days=s3.expire_days,
        object_lock_days=s3.object_lock_days,
        expected_gib=s3.expected_gib,
        classification=_classification(stack, store),
        access_logs_bucket=uses.access_logs_bucket_name(stack),
    )


def _access_logs(stack: Stack, buckets: tuple[BucketPlan, ...]) -> BucketPlan:
    name = uses.access_logs_bucket_name(stack)
    bucket = arn.bucket_arn(stack.region, name)
    return BucketPlan(
        key=ACCESS_LOGS,
        name=name,
        arn=bucket,
        policy=log_bucket_policy(bucket, stack.cluster.account_id, [source.arn for source in buckets]),
        noncurrent_days=ACCESS_LOGS_NONCURRENT_DAYS,
        expire_days=stack.cluster.logs.retention_days,
        object_lock_days=None,
        expected_gib=None,
        classification=stack.cluster.tags.classification,
        encryption="AES256",
        force_destroy=not keeps_logs(stack.cluster),
    )
