"""Types that may be made where they are already, and are none the more for it: no import is needed.

Their making is a setting that is put over whatever was there. Source: the Put and Attach actions of the S3, EFS, IAM
and Auto Scaling API references, and the create functions in Terraform's AWS provider 6 (internal/service/*).
"""

from __future__ import annotations

PUT_AGAIN = frozenset(
    {
        "aws:autoscaling/lifecycleHook:LifecycleHook",
        "aws:autoscaling/schedule:Schedule",
        "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup",
        "aws:efs/backupPolicy:BackupPolicy",
        "aws:efs/fileSystemPolicy:FileSystemPolicy",
        "aws:iam/rolePolicyAttachment:RolePolicyAttachment",
        "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration",
        "aws:s3/bucketLogging:BucketLogging",
        "aws:s3/bucketOwnershipControls:BucketOwnershipControls",
        "aws:s3/bucketPolicy:BucketPolicy",
        "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock",
        "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration",
        "aws:s3/bucketVersioning:BucketVersioning",
    }
)


def is_put_again(type_: str) -> bool:
    """True where `pulumi up` may simply make it again; what Pulumi itself keeps (a Stash) is in no account."""
    return type_ in PUT_AGAIN or type_.startswith("pulumi:")
