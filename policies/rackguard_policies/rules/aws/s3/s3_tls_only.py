"""Bucket policies refuse requests without TLS."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard_policies.iam_document import some_statement
from rackguard_policies.plain_http import covers_bucket, refuses_plain_http
from rackguard_policies.rule import Rule
from rackguard_policies.types import BUCKET_POLICY, BUCKETS

if TYPE_CHECKING:
    from rackguard_policies.iam_document import Statement


def _refuses(statement: Statement) -> bool:
    return refuses_plain_http(statement, "s3:GetObject", "s3:PutObject", "s3:ListBucket") and covers_bucket(statement)


RULE = Rule(
    id="s3-tls-only",
    title="A bucket's policy denies everybody every request without TLS",
    severity="high",
    why="S3 answers plain HTTP too: without the denial data and signatures cross the network in the clear.",
    fix='Add a statement: Deny, Principal "*", s3:*, the bucket and its objects, Bool aws:SecureTransport false.',
    types=(BUCKET_POLICY, *BUCKETS),
    judge=some_statement("policy", _refuses, "denies everybody every request without TLS"),
    before='BucketPolicy("data", bucket=bucket.id, policy=json.dumps(allow_reading))',
    after='BucketPolicy("data", bucket=bucket.id, policy=json.dumps(allow_reading + deny_plain_http))',
)
