"""Bucket policies refuse old TLS."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard_policies.iam_document import some_statement
from rackguard_policies.plain_http import covers_bucket, refuses_old_tls
from rackguard_policies.rule import Rule
from rackguard_policies.types import BUCKET_POLICY, BUCKETS

if TYPE_CHECKING:
    from rackguard_policies.iam_document import Statement


def _refuses(statement: Statement) -> bool:
    return refuses_old_tls(statement, "s3:GetObject", "s3:PutObject", "s3:ListBucket") and covers_bucket(statement)


RULE = Rule(
    id="s3-tls-min",
    title="A bucket's policy denies TLS older than 1.2",
    severity="low",
    why="Old versions of TLS can be broken; a denial holds whatever S3 itself would still take.",
    fix='Add a statement: Deny, Principal "*", s3:*, the bucket and its objects, NumericLessThan s3:TlsVersion 1.2.',
    types=(BUCKET_POLICY, *BUCKETS),
    judge=some_statement("policy", _refuses, "denies TLS older than 1.2"),
    before='BucketPolicy("data", bucket=bucket.id, policy=json.dumps(deny_plain_http))',
    after='BucketPolicy("data", bucket=bucket.id, policy=json.dumps(deny_plain_http + deny_old_tls))',
)
