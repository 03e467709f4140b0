"""What outlives `pulumi destroy`, and why: nothing that holds data goes without a way back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rackguard.plan.duration_words import days
from rackguard.plan.encryption import DELETION_WINDOW_DAYS
from rackguard.plan.types import (
    AccessPlan,
    BucketPlan,
    EfsPlan,
    KeyPlan,
    LustrePlan,
    Retained,
    StoragePlan,
)
from rackguard.spec.stack import Stack

EFS_BACKUP_DAYS = 35
"""Of AWS Backup's default plan for EFS (EFS user guide, automatic backups, 2026)."""


def plan_retained(
    stack: Stack, key: KeyPlan, storage: StoragePlan, access: AccessPlan, log_groups: Iterable[str]
) -> tuple[Retained, ...]:
    """Everything of the cluster that is still there after `destroy`, in the order of the plan.

    `log_groups` are the names of all log groups that the stack makes.
    """
    return (
        *_key(key),
        *_stores(storage),
        *(_logs(access, log_groups) if access.keep_logs else ()),
        *_capacity(stack),
    )


def _key(key: KeyPlan) -> Iterator[Retained]:
    if key.create and key.retain:
        yield Retained(
            key.alias,
            "KMS key",
            "Logs or backups in this list can't be read without it: it stays, and is billed, until you schedule its"
            " deletion. Its alias goes; the tag rackguard:cluster finds it.",
        )
    elif key.create:
        yield Retained(
            key.alias,
            "KMS key",
            f"Deletion waits {DELETION_WINDOW_DAYS} days, and can be cancelled until then. After that nothing that is"
            " encrypted with it can ever be read again.",
        )
    for service in key.service_linked_roles:
        yield Retained(service, "service-linked role", "Other groups and requests of the account use it too.")


def _stores(storage: StoragePlan) -> Iterator[Retained]:
    yield from (_final_backup(lustre) for lustre in storage.lustre)
    yield from (_recovery_points(efs) for efs in storage.efs)
    yield from (_bucket(bucket) for bucket in storage.buckets)
    if storage.access_logs and not storage.access_logs.force_destroy:
        yield _bucket(storage.access_logs)


def _final_backup(lustre: LustrePlan) -> Retained:
    return Retained(
        lustre.name,
        "FSx backup",
        "A last backup is made when the file system is deleted; it is billed until you delete it.",
    )


def _recovery_points(efs: EfsPlan) -> Retained:
    return Retained(efs.name, "AWS Backup recovery points", f"Daily backups are kept for {EFS_BACKUP_DAYS} days each.")


def _bucket(bucket: BucketPlan) -> Retained:
    reason = "A bucket with objects is never deleted: empty it yourself, versions included, and destroy again."
    if bucket.object_lock_days:
        reason += f" Nobody can delete an object before it is {days(bucket.object_lock_days)} old."
    return Retained(bucket.name, "S3 bucket", reason)


def _logs(access: AccessPlan, log_groups: Iterable[str]) -> Iterator[Retained]:
    for name in log_groups:
        yield Retained(
            name,
            "log group",
            f"Evidence for {days(access.log_retention_days)}. Import it to make a cluster of the same name again.",
        )


def _capacity(stack: Stack) -> Iterator[Retained]:
    """Each reservation and block once, however many pools use it."""
    kept: dict[str, Retained] = {}
    for pool in stack.cluster.pools.values():
        reservation, block = pool.purchase.reservation, pool.purchase.capacity_block
        if block:
            kept[block.id] = Retained(block.id, "capacity block", "Paid for in advance, until it ends.")
        elif reservation and reservation.id:
            reason = "Not made by the stack: it stays, and is billed, until you cancel it."
            kept[reservation.id] = Retained(reservation.id, "capacity reservation", reason)
    yield from kept.values()
