"""Stores that are open, bare, without backups, or deleted with all that is in them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pulumi_aws import backup, efs, fsx, kms, s3

if TYPE_CHECKING:
    from network import Nets
    from pulumi import ResourceOptions


def declare(using: ResourceOptions, nets: Nets, key: kms.Key) -> None:
    """Everything that holds data."""
    _buckets(using, key)
    files = efs.FileSystem("bare", encrypted=False, availability_zone_name="us-east-2a", opts=using)
    efs.MountTarget("bare", file_system_id=files.id, subnet_id=nets.public.id, opts=using)
    efs.AccessPoint(
        "root",
        file_system_id=files.id,
        posix_user={"uid": 0, "gid": 0},
        root_directory={"path": "/"},
        opts=using,
    )
    efs.BackupPolicy("off", file_system_id=files.id, backup_policy={"status": "DISABLED"}, opts=using)
    efs.FileSystem("disposable", tags={"classification": "scratch"}, opts=using)
    lustre = fsx.LustreFileSystem(
        "scratch",
        storage_capacity=1200,
        subnet_ids=nets.public.id,
        deployment_type="SCRATCH_2",
        skip_final_backup=True,
        opts=using,
    )
    fsx.DataRepositoryAssociation(
        "data",
        file_system_id=lustre.id,
        file_system_path="/data",
        data_repository_path="s3://elsewhere/data",
        delete_data_in_filesystem=True,
        opts=using,
    )
    vault = backup.Vault("bare", opts=using)
    backup.Plan(
        "short",
        rules=[
            {
                "rule_name": "daily",
                "target_vault_name": vault.name,
                "schedule": "cron(0 5 * * ? *)",
                "lifecycle": {"delete_after": 1},
            }
        ],
        opts=using,
    )


def _buckets(using: ResourceOptions, key: kms.Key) -> None:
    data = s3.Bucket("data", bucket="bad-data", force_destroy=True, acl="public-read", opts=using)
    s3.BucketAcl("data", bucket=data.id, acl="public-read-write", opts=using)
    s3.BucketPublicAccessBlock("data", bucket=data.id, block_public_acls=True, block_public_policy=True, opts=using)
    s3.BucketPublicAccessBlock("again", bucket=data.id, restrict_public_buckets=False, opts=using)
    s3.BucketServerSideEncryptionConfiguration(
        "data",
        bucket=data.id,
        rules=[{"apply_server_side_encryption_by_default": {"sse_algorithm": "aws:kms", "kms_master_key_id": key.arn}}],
        opts=using,
    )
    s3.BucketVersioning("data", bucket=data.id, versioning_configuration={"status": "Suspended"}, opts=using)
    s3.BucketOwnershipControls("data", bucket=data.id, rule={"object_ownership": "ObjectWriter"}, opts=using)
    s3.BucketWebsiteConfiguration("data", bucket=data.id, index_document={"suffix": "index.html"}, opts=using)
    s3.BucketLogging("data", bucket=data.id, target_bucket=data.id, target_prefix="", opts=using)
    s3.BucketLifecycleConfiguration(
        "data",
        bucket=data.id,
        rules=[{"id": "old", "status": "Disabled", "expiration": {"days": 1}}],
        opts=using,
    )
    public = data.arn.apply(
        lambda arn: json.dumps(
            {"Statement": [{"Effect": "Allow", "Principal": "*", "Action": "s3:GetObject", "Resource": f"{arn}/*"}]}
        )
    )
    s3.BucketPolicy("data", bucket=data.id, policy=public, opts=using)
    s3.Bucket("alone", opts=using)
    s3.BucketPolicy(
        "named",
        bucket="bad-data",
        policy=json.dumps(
            {
                "Statement": [
                    {"Effect": "Allow", "Principal": "*", "Action": "s3:*", "Resource": "arn:aws:s3:::bad-data/*"}
                ]
            }
        ),
        opts=using,
    )
