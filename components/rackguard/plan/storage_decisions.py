"""What is decided about stores beyond what the user wrote, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan import uses
from rackguard.plan.duration_words import days
from rackguard.plan.types import Decision
from rackguard.spec.stack import Stack
from rackguard.spec.storage import Store


def storage_decisions(stack: Stack) -> tuple[Decision, ...]:
    """Every decision about stores, in the order of the stores; what holds for all buckets comes last."""
    decisions: list[Decision] = []
    for key, store in stack.cluster.storage.items():
        if not store.mount and not store.s3:
            decisions.append(_mount(key, store))
        if store.lustre:
            decisions += _lustre(key, store)
        elif store.efs:
            decisions += _efs(stack, key)
        elif store.s3 and store.s3.object_lock_days:
            decisions.append(_object_lock(key, store.s3.object_lock_days))
    if any(store.s3 for store in stack.cluster.storage.values()):
        decisions += _buckets()
    return tuple(decisions)


def _mount(key: str, store: Store) -> Decision:
    return Decision(
        id="mount-path",
        subject=f"storage.{key}",
        value=uses.mount_path(key, store),
        reason="No `mount` is given: the file system is mounted under its own name.",
    )


def _lustre(key: str, store: Store) -> Iterator[Decision]:
    subject = f"storage.{key}"
    yield Decision(
        id="lustre-deployment",
        subject=subject,
        value="PERSISTENT_2",
        reason="Its servers are replaced when they fail, and only this type takes both a key of your own and EFA.",
        source="FSx API reference, CreateFileSystemLustreConfiguration, 2026",
    )
    if store.lustre and store.lustre.metadata_iops is None:
        yield Decision(
            id="lustre-metadata",
            subject=subject,
            value="AUTOMATIC",
            reason="Metadata IOPS grow with the size. Later they can be raised, never lowered: that makes a new,"
            " empty file system.",
            source="FSx for Lustre user guide, metadata performance, 2026",
        )
    yield Decision(
        id="lustre-root",
        subject=subject,
        value="the nodes' root is root on it",
        reason="A new file system belongs to root alone, and the first node that mounts it opens it to everybody. With"
        " root squash nobody could, unless nodes had addresses that are known in advance.",
        source="FSx for Lustre user guide, root squash, 2026",
    )
    yield Decision(
        id="lustre-final-backup",
        subject=subject,
        value="kept",
        reason="Deleting the file system leaves a last backup, which is billed until you delete it.",
        source="FSx API reference, SkipFinalBackup, 2026",
    )


def _efs(stack: Stack, key: str) -> Iterator[Decision]:
    subject = f"storage.{key}"
    zones = uses.zones_using(stack.cluster, key)
    yield Decision(
        id="efs-mount-targets",
        subject=subject,
        value=", ".join(zones) or "none",
        reason="One in each zone from which the store is mounted: reading across zones is slower and billed."
        if zones
        else "Neither a pool nor the login node mounts the store.",
        source="EFS user guide, mount targets, 2026",
    )
    yield Decision(
        id="efs-clients",
        subject=subject,
        value="the roles of what mounts it, over TLS",
        reason="Without a policy EFS admits whoever reaches it. The nodes' root is root on it too, since homes are made"
        " there and handed to their owners. Nobody else on a node can speak to EFS but through its mounts.",
        source="EFS user guide, file system policies, 2026",
    )
    yield Decision(
        id="efs-backup",
        subject=subject,
        value="daily, kept for 35 days",
        reason="AWS Backup's default plan for EFS: homes are what nobody can compute again.",
        source="EFS user guide, automatic backups, 2026",
    )


def _object_lock(key: str, locked_days: int) -> Decision:
    return Decision(
        id="object-lock",
        subject=f"storage.{key}",
        value=f"compliance mode, {days(locked_days)}",
        reason="Nobody, not even the account's root, can delete an object sooner or take the lock away: the bucket,"
        " and its bill, stay at least as long.",
        source="S3 user guide, Object Lock, 2026",
    )


def _buckets() -> Iterator[Decision]:
    yield Decision(
        id="bucket-encryption",
        subject="storage",
        value="by the bucket's default only",
        reason="Every upload is encrypted with the cluster's key. One that names an algorithm or key of its own is"
        " denied (`aws:kms` without a key would mean AWS's own key): leave out `--sse` and the like.",
        source="S3 user guide, SSE-KMS, 2026",
    )
    yield Decision(
        id="bucket-deletes",
        subject="storage",
        value="nodes hide objects, and erase none",
        reason="Buckets are versioned and no role may delete a version: what a job deletes or overwrites can be had"
        " back for `noncurrent_days`.",
        source="S3 user guide, versioning, 2026",
    )
    yield Decision(
        id="bucket-access-logs",
        subject="storage",
        value="to a bucket of their own, for as long as logs are kept",
        reason="Who read what is on record without a CloudTrail trail of data events. S3 delivers these logs only to a"
        " bucket with S3's own encryption, so that bucket doesn't use the cluster's key.",
        source="S3 user guide, server access logging, 2026",
    )
    yield Decision(
        id="bucket-uploads",
        subject="storage",
        value="unfinished ones go after 7 days",
        reason="The parts of an upload that was cut off are invisible, and billed.",
        source="S3 user guide, multipart uploads, 2026",
    )
