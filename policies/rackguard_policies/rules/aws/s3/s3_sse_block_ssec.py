"""Buckets take no object under a key that the uploader keeps."""

from __future__ import annotations

from rackguard_policies.iam_document import texts
from rackguard_policies.rule import Rule
from rackguard_policies.types import BUCKET_ENCRYPTIONS
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="s3-sse-block-ssec",
    title="A bucket refuses uploads that are encrypted with a key the uploader brings (SSE-C)",
    severity="low",
    why="Such an object can't be read without that key: to whoever steals write access it is a way to extort.",
    fix='Set blocked_encryption_types to ["SSE-C"].',
    types=BUCKET_ENCRYPTIONS,
    judge=every("rules[*].blockedEncryptionTypes").must(lambda blocked: "SSE-C" in texts(blocked), "holds SSE-C"),
    before='BucketServerSideEncryptionConfiguration("data", rules=[{…}])',
    after='BucketServerSideEncryptionConfiguration("data", rules=[{…, "blocked_encryption_types": ["SSE-C"]}])',
)
