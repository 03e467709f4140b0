"""A trail that records little, in a bucket that nobody guards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pulumi_aws import cloudtrail, s3

if TYPE_CHECKING:
    from pulumi import ResourceOptions


def declare(using: ResourceOptions) -> None:
    """The trail and its bucket."""
    bucket = s3.Bucket("trail", bucket="bad-trail", opts=using)
    cloudtrail.Trail(
        "blind",
        s3_bucket_name=bucket.bucket,
        enable_logging=False,
        is_multi_region_trail=False,
        enable_log_file_validation=False,
        opts=using,
    )
