"""Settings of the whole account, all of them off, and images and snapshots for everybody."""

from __future__ import annotations

from pulumi import ResourceOptions
from pulumi_aws import ebs, ec2, kms, s3


def declare(using: ResourceOptions, key: kms.Key) -> None:
    """What holds for everything in the region."""
    ebs.EncryptionByDefault("off", enabled=False, opts=using)
    ebs.SnapshotBlockPublicAccess("off", state="unblocked", opts=using)
    ec2.InstanceMetadataDefaults("open", http_tokens="optional", http_put_response_hop_limit=3, opts=using)
    s3.AccountPublicAccessBlock("half", block_public_acls=True, block_public_policy=True, opts=using)
    ec2.AmiLaunchPermission("all", image_id="ami-0123456789abcdef0", group="all", opts=using)
    ec2.SnapshotCreateVolumePermission(
        "other", snapshot_id="snap-0123456789abcdef0", account_id="999999999999", opts=using
    )
    ec2.AmiCopy(
        "bare", source_ami_id="ami-0123456789abcdef0", source_ami_region="us-east-2", encrypted=False, opts=using
    )
    copy = ResourceOptions.merge(using, ResourceOptions(depends_on=[key]))
    ebs.SnapshotCopy("bare", source_snapshot_id="snap-0123456789abcdef0", source_region="us-east-2", opts=copy)
