"""File systems and buckets that outlive nodes."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, StringConstraints

from rackguard.spec import patterns
from rackguard.spec.base import Amount, Classification, Model, MountPath, Switch, Whole, ZoneId


class Lustre(Model):
    """FSx for Lustre, PERSISTENT_2 on SSD: scratch for training."""

    size_gib: Whole = Field(description="Capacity in GiB: 1200, or a multiple of 2400.")
    mib_s_per_tib: Literal[125, 250, 500, 1000] = Field(default=250, description="Throughput in MiB/s for each TiB.")
    zone_id: ZoneId = Field(description="The zone it lives in; pools that mount it belong there.")
    efa: Switch = Field(default=False, description="Reach it over EFA from nodes that have it; set at creation only.")
    metadata_iops: Whole | None = Field(
        default=None, description="Metadata IOPS provisioned by you; automatic where absent."
    )
    backup_days: Whole = Field(default=0, ge=0, le=90, description="Days that daily backups are kept; 0 for none.")


class Efs(Model):
    """Elastic File System: home directories."""

    throughput: Literal["elastic", "bursting", "provisioned"] = Field(default="elastic", description="Throughput mode.")
    provisioned_mib_s: Amount | None = Field(default=None, ge=1, le=3414, description="MiB/s for the provisioned mode.")
    expected_gib: Amount | None = Field(default=None, gt=0, description="How much you expect to hold, for the price.")


class S3(Model):
    """An S3 bucket: data sets and checkpoints."""

    bucket: Annotated[str, StringConstraints(pattern=patterns.BUCKET_NAME)] | None = Field(
        default=None, description="Its name; by default cluster, store and account."
    )
    noncurrent_days: Whole = Field(default=30, ge=1, le=36500, description="Days that overwritten versions are kept.")
    expire_days: Whole | None = Field(default=None, ge=1, le=36500, description="Days after which objects are deleted.")
    object_lock_days: Whole | None = Field(
        default=None, ge=1, le=36500, description="Days for which nobody can delete an object."
    )
    expected_gib: Amount | None = Field(default=None, gt=0, description="How much you expect to hold, for the price.")


class Store(Model):
    """One store: exactly one of Lustre, EFS and S3."""

    exactly_one_of: ClassVar = (("lustre", "efs", "s3"),)

    lustre: Lustre | None = Field(default=None, description="FSx for Lustre.")
    efs: Efs | None = Field(default=None, description="Elastic File System.")
    s3: S3 | None = Field(default=None, description="S3 bucket.")
    mount: MountPath | None = Field(default=None, description="Where nodes mount it; not for a bucket.")
    classification: Classification | None = Field(default=None, description="By default the cluster's.")

    @property
    def kind(self) -> Literal["lustre", "efs", "s3"]:
        """Which of the three it is."""
        return "lustre" if self.lustre else "efs" if self.efs else "s3"
