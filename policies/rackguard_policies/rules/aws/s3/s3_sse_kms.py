"""Buckets encrypt with a KMS key by default."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.bucket_companions import not_encrypted_here
from rackguard_policies.bucket_inline import inline_path
from rackguard_policies.rule import Rule
from rackguard_policies.types import BUCKET_ENCRYPTIONS, BUCKETS
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

RULES = "rules[*].applyServerSideEncryptionByDefault"
INLINE = "serverSideEncryptionConfiguration.rule.applyServerSideEncryptionByDefault"


def _judge(subject: Subject) -> Iterator[Verdict]:
    path = inline_path(subject.resource, INLINE) if subject.resource.type in BUCKETS else RULES
    place = every(f"{path}.sseAlgorithm").unless(not_encrypted_here)
    yield from place.must_be_one_of("aws:kms", "aws:kms:dsse")(subject)


RULE = Rule(
    id="s3-sse-kms",
    title="A bucket's default encryption uses a KMS key",
    severity="high",
    why="With S3's own key whoever may read an object also decrypts it: there is no second lock, and no record of use.",
    fix='Set sse_algorithm to "aws:kms"; buckets that take access logs keep "AES256": S3 delivers to no other.',
    types=(*BUCKET_ENCRYPTIONS, *BUCKETS),
    judge=_judge,
    before='BucketServerSideEncryptionConfiguration("data", rules=[with_algorithm("AES256")])',
    after='BucketServerSideEncryptionConfiguration("data", rules=[with_algorithm("aws:kms")])',
)
