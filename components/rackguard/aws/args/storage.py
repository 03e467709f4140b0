"""Arguments in the shape of `rackguard.spec.storage`. Written by docs/arguments.py: don't edit."""

from typing import NotRequired, TypedDict


class LustreSpec(TypedDict):
    """FSx for Lustre, PERSISTENT_2 on SSD: scratch for training."""

    size_gib: int
    """Capacity in GiB: 1200, or a multiple of 2400. Whole number."""

    mib_s_per_tib: NotRequired[int]
    """Throughput in MiB/s for each TiB. `125`, `250`, `500` or `1000`; default `250`."""

    zone_id: str
    """The zone it lives in; pools that mount it belong there. A zone id such as `use2-az1` (not a zone name such as
    `us-east-2a`, which differs from account to account)."""

    efa: NotRequired[bool]
    """Reach it over EFA from nodes that have it; set at creation only. `true` or `false`; default `false`."""

    metadata_iops: NotRequired[int]
    """Metadata IOPS provisioned by you; automatic where absent. Whole number; default none."""

    backup_days: NotRequired[int]
    """Days that daily backups are kept; 0 for none. Whole number, 0 or more, 90 at most; default `0`."""


class EfsSpec(TypedDict):
    """Elastic File System: home directories."""

    throughput: NotRequired[str]
    """Throughput mode. `elastic`, `bursting` or `provisioned`; default `elastic`."""

    provisioned_mib_s: NotRequired[float]
    """MiB/s for the provisioned mode. Number, 1 or more, 3,414 at most; default none."""

    expected_gib: NotRequired[float]
    """How much you expect to hold, for the price. Number, more than 0; default none."""


class S3Spec(TypedDict):
    """An S3 bucket: data sets and checkpoints."""

    bucket: NotRequired[str]
    """Its name; by default cluster, store and account. 3 to 63 lower-case letters, digits and hyphens; default
    none."""

    noncurrent_days: NotRequired[int]
    """Days that overwritten versions are kept. Whole number, 1 or more, 36,500 at most; default `30`."""

    expire_days: NotRequired[int]
    """Days after which objects are deleted. Whole number, 1 or more, 36,500 at most; default none."""

    object_lock_days: NotRequired[int]
    """Days for which nobody can delete an object. Whole number, 1 or more, 36,500 at most; default none."""

    expected_gib: NotRequired[float]
    """How much you expect to hold, for the price. Number, more than 0; default none."""


class StoreSpec(TypedDict):
    """One store: exactly one of Lustre, EFS and S3.

    Exactly one of `lustre`, `efs`, `s3`.
    """

    lustre: NotRequired[LustreSpec]
    """FSx for Lustre."""

    efs: NotRequired[EfsSpec]
    """Elastic File System."""

    s3: NotRequired[S3Spec]
    """S3 bucket."""

    mount: NotRequired[str]
    """Where nodes mount it; not for a bucket. An absolute path of letters, digits, `.`, `_` and `-`, no part of it
    starting with a dot and without a slash at the end: `/fsx`; default none."""

    classification: NotRequired[str]
    """By default the cluster's. `public`, `internal`, `confidential`, `pii` or `phi`; default none."""
