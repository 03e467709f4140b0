"""Buckets with every companion, in an order that leaves no moment in which one is open."""

from collections.abc import Mapping
from typing import Self

import pulumi
from pulumi import Input, Resource, ResourceOptions
from pulumi_aws import s3  # a service is loaded by its first use: where a class is only a type, its name is text

from rackguard.aws.role import as_json
from rackguard.plan.types import BucketPlan
from rackguard.record import record


@record
class BucketParts:
    """A planned bucket and what it needs of others."""

    plan: BucketPlan
    tags: Mapping[str, str]
    key_arn: Input[str]
    """The cluster's key; not used where the plan says `AES256`."""
    access_logs_ready: tuple[Resource, ...] = ()
    """What S3 needs to deliver to the bucket that the plan names for access logs."""


class Bucket(pulumi.ComponentResource):
    """An S3 bucket that is private, encrypted, versioned and on record from the start; what is in it is yours."""

    bucket_name: pulumi.Output[str]
    """The bucket's name."""
    bucket_arn: pulumi.Output[str]
    """The bucket's ARN."""

    @classmethod
    def planned(cls, name: str, parts: BucketParts, opts: ResourceOptions | None = None) -> Self:
        """The bucket as planned."""
        made = cls.__new__(cls)
        cls._build(made, name, parts, opts)
        return made

    @property
    def ready(self) -> tuple[Resource, ...]:
        """What must be there before anything is written to the bucket."""
        return self._ready

    def _build(self, name: str, parts: BucketParts, opts: ResourceOptions | None) -> None:
        plan = parts.plan
        super().__init__(
            "rackguard-aws:index:Bucket", name, {"store": plan.key, "expectedGib": plan.expected_gib}, opts
        )
        self._bucket = s3.Bucket(
            f"{name}-bucket",
            bucket=plan.name,
            force_destroy=plan.force_destroy,
            tags={**parts.tags, "classification": plan.classification},
            opts=ResourceOptions(parent=self, depends_on=_key(parts)),
        )
        self._ready = (*self._access(name, plan), self._encryption(name, parts))
        self._versions(name, plan)
        if plan.access_logs_bucket:
            self._access_logs(name, plan, plan.access_logs_bucket, parts.access_logs_ready)
        self.bucket_name = self._bucket.bucket
        # A bucket's ARN is made of its name: known before there is a bucket, so that policies which name it are too.
        self.bucket_arn = self.bucket_name.apply(lambda _: plan.arn)
        self.register_outputs({"bucket_name": self.bucket_name, "bucket_arn": self.bucket_arn})

    def _after(self, *others: Resource) -> ResourceOptions:
        # They go with the bucket, by no call of their own: a bucket that can't be deleted, since it holds objects,
        # would be left without them.
        return ResourceOptions(parent=self, depends_on=list(others), deleted_with=self._bucket)

    def _access(self, name: str, plan: BucketPlan) -> tuple[Resource, ...]:
        private = s3.BucketPublicAccessBlock(
            f"{name}-public-access",
            bucket=self._bucket.bucket,
            block_public_acls=True,
            block_public_policy=True,
            ignore_public_acls=True,
            restrict_public_buckets=True,
            opts=self._after(),
        )
        ownership = s3.BucketOwnershipControls(
            f"{name}-ownership",
            bucket=self._bucket.bucket,
            rule=s3.BucketOwnershipControlsRuleArgs(object_ownership="BucketOwnerEnforced"),
            opts=self._after(private),
        )
        policy = s3.BucketPolicy(
            f"{name}-policy", bucket=self._bucket.bucket, policy=as_json(plan.policy), opts=self._after(private)
        )
        return (private, ownership, policy)

    def _encryption(self, name: str, parts: BucketParts) -> Resource:
        with_key = parts.plan.encryption == "aws:kms"
        return s3.BucketServerSideEncryptionConfiguration(
            f"{name}-encryption",
            bucket=self._bucket.bucket,
            rules=[
                s3.BucketServerSideEncryptionConfigurationRuleArgs(
                    apply_server_side_encryption_by_default=_default_encryption(parts),
                    # Without it each object asks KMS for a key of its own: slower, and billed.
                    bucket_key_enabled=True if with_key else None,
                    blocked_encryption_types=["SSE-C"],
                )
            ],
            opts=self._after(),
        )

    def _versions(self, name: str, plan: BucketPlan) -> None:
        versioning = s3.BucketVersioning(
            f"{name}-versioning",
            bucket=self._bucket.bucket,
            versioning_configuration=s3.BucketVersioningVersioningConfigurationArgs(status="Enabled"),
            opts=self._after(),
        )
        s3.BucketLifecycleConfiguration(
            f"{name}-lifecycle",
            bucket=self._bucket.bucket,
            rules=_lifecycle_rules(plan),
            opts=self._after(versioning),
        )
        if plan.object_lock_days:
            s3.BucketObjectLockConfiguration(
                f"{name}-object-lock",
                bucket=self._bucket.bucket,
                rule=_object_lock_rule(plan.object_lock_days),
                opts=self._after(versioning),
            )

    def _access_logs(self, name: str, plan: BucketPlan, receiver: str, ready: tuple[Resource, ...]) -> None:
        s3.BucketLogging(
            f"{name}-access-logs",
            bucket=self._bucket.bucket,
            target_bucket=receiver,
            target_prefix=f"{plan.name}/",
            opts=self._after(*ready),
        )


def _key(parts: BucketParts) -> pulumi.Output[list[Resource]]:
    # What the key comes from goes after the bucket: a bucket that can't be deleted, since it holds objects, keeps its
    # key as well.
    key_arn = parts.key_arn if parts.plan.encryption == "aws:kms" else ""
    return pulumi.Output.from_input(key_arn).apply(lambda _: list[Resource]())


def _default_encryption(
    parts: BucketParts,
) -> "s3.BucketServerSideEncryptionConfigurationRuleApplyServerSideEncryptionByDefaultArgs":
    return s3.BucketServerSideEncryptionConfigurationRuleApplyServerSideEncryptionByDefaultArgs(
        sse_algorithm=parts.plan.encryption,
        kms_master_key_id=parts.key_arn if parts.plan.encryption == "aws:kms" else None,
    )


def _lifecycle_rules(plan: BucketPlan) -> "list[s3.BucketLifecycleConfigurationRuleArgs]":
    # An expiry in days also takes away the marks of deletion that are left alone when their last version has gone.
    expiration = s3.BucketLifecycleConfigurationRuleExpirationArgs(
        days=plan.expire_days, expired_object_delete_marker=None if plan.expire_days else True
    )
    everything = s3.BucketLifecycleConfigurationRuleFilterArgs()
    return [
        s3.BucketLifecycleConfigurationRuleArgs(
            id="objects",
            status="Enabled",
            filter=everything,
            expiration=expiration,
            noncurrent_version_expiration=s3.BucketLifecycleConfigurationRuleNoncurrentVersionExpirationArgs(
                noncurrent_days=plan.noncurrent_days
            ),
        ),
        s3.BucketLifecycleConfigurationRuleArgs(
            id="unfinished-uploads",
            status="Enabled",
            filter=everything,
            abort_incomplete_multipart_upload=s3.BucketLifecycleConfigurationRuleAbortIncompleteMultipartUploadArgs(
                days_after_initiation=plan.abort_multipart_days
            ),
        ),
    ]


def _object_lock_rule(days: int) -> "s3.BucketObjectLockConfigurationRuleArgs":
    return s3.BucketObjectLockConfigurationRuleArgs(
        default_retention=s3.BucketObjectLockConfigurationRuleDefaultRetentionArgs(mode="COMPLIANCE", days=days)
    )
