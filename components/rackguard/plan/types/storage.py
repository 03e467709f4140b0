"""What outlives nodes."""

from __future__ import annotations

from typing import Literal

from rackguard.plan.types.decision import Decision
from rackguard.plan.types.identity import Document
from rackguard.record import record


@record
class LustrePlan:
    """One FSx for Lustre file system."""

    key: str
    name: str
    size_gib: int
    mib_s_per_tib: int
    zone_id: str
    efa: bool
    metadata_mode: Literal["AUTOMATIC", "USER_PROVISIONED"]
    metadata_iops: int | None
    backup_days: int
    mount: str
    mount_parameter: str
    """SSM parameter from which nodes learn its address once it exists."""
    classification: str
    log_group: str


@record
class EfsPlan:
    """One Elastic File System with a mount target in each zone."""

    key: str
    name: str
    zone_ids: tuple[str, ...]
    throughput: str
    provisioned_mib_s: float | None
    mount: str
    mount_parameter: str
    policy_statements: tuple[Document, ...]
    """Statements of its policy, whose resource `*` is the file system itself."""
    expected_gib: float | None
    classification: str


@record
class BucketPlan:
    """One S3 bucket with every companion."""

    key: str
    name: str
    arn: str
    policy: Document
    noncurrent_days: int
    expire_days: int | None
    object_lock_days: int | None
    """Days in compliance mode, in which nobody can delete an object."""
    expected_gib: float | None
    classification: str
    abort_multipart_days: int = 7
    """Days after which the parts of an upload that was never finished are removed."""
    access_logs_bucket: str | None = None
    """Name of the bucket that receives its server access logs; None for that bucket itself."""
    encryption: Literal["aws:kms", "AES256"] = "aws:kms"
    """`aws:kms`: with the cluster's key and a bucket key. S3 delivers access logs to a bucket with `AES256` only."""
    force_destroy: bool = False
    """True where `destroy` may empty it: for access logs that are no evidence, never for data."""


@record
class StoragePlan:
    """Everything that outlives nodes."""

    lustre: tuple[LustrePlan, ...]
    efs: tuple[EfsPlan, ...]
    buckets: tuple[BucketPlan, ...]
    decisions: tuple[Decision, ...]
    access_logs: BucketPlan | None = None
    """The bucket of the other buckets' server access logs; None where there are no other buckets."""
