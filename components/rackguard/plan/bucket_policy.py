"""Policies of buckets: TLS, the cluster's key, and nothing else; each names its bucket by ARN.

They allow nobody anything (but S3's own log delivery): what a role may do is in the role's policy.
"""

from __future__ import annotations

from collections.abc import Sequence

from rackguard.plan.policy_document import allow, deny, document
from rackguard.plan.types import Document

MIN_TLS_VERSION = "1.2"


def data_bucket_policy(bucket_arn: str) -> Document:
    """Denies plain HTTP, old TLS, and every upload that brings encryption of its own.

    An upload that says nothing gets the bucket's default: the cluster's key. One that names an algorithm would get
    another key (`aws:kms` without a key is AWS's own), so none may be named.
    """
    return document(
        [
            *_transport(bucket_arn),
            _deny_header(bucket_arn, "DenyOtherEncryption", "s3:x-amz-server-side-encryption"),
            _deny_header(bucket_arn, "DenyOtherKeys", "s3:x-amz-server-side-encryption-aws-kms-key-id"),
            _deny_header(bucket_arn, "DenyCustomerKeys", "s3:x-amz-server-side-encryption-customer-algorithm"),
        ]
    )


def log_bucket_policy(bucket_arn: str, account_id: str, sources: Sequence[str]) -> Document:
    """Lets S3 deliver the access logs of these buckets of this account, and denies plain HTTP and old TLS."""
    return document(
        [
            *_transport(bucket_arn),
            allow(
                "DeliverAccessLogs",
                ["s3:PutObject"],
                [f"{bucket_arn}/*"],
                {"ArnEquals": {"aws:SourceArn": list(sources)}, "StringEquals": {"aws:SourceAccount": account_id}},
                {"Service": "logging.s3.amazonaws.com"},
            ),
        ]
    )


def _transport(bucket_arn: str) -> list[Document]:
    everything = [bucket_arn, f"{bucket_arn}/*"]
    return [
        deny("DenyPlainHttp", ["s3:*"], everything, {"Bool": {"aws:SecureTransport": "false"}}),
        deny("DenyOldTls", ["s3:*"], everything, {"NumericLessThan": {"s3:TlsVersion": MIN_TLS_VERSION}}),
    ]


def _deny_header(bucket_arn: str, sid: str, header: str) -> Document:
    return deny(sid, ["s3:PutObject"], [f"{bucket_arn}/*"], {"Null": {header: "false"}})
