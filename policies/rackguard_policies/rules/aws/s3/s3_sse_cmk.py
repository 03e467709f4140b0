"""Buckets encrypt with a key of your own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.bucket_companions import not_encrypted_here
from rackguard_policies.bucket_inline import inline_path
from rackguard_policies.customer_key import WANTED, is_own_key, key_at
from rackguard_policies.rule import Rule
from rackguard_policies.types import BUCKET_ENCRYPTIONS, BUCKETS

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

RULES = "rules[*].applyServerSideEncryptionByDefault"
INLINE = "serverSideEncryptionConfiguration.rule.applyServerSideEncryptionByDefault"


def _judge(subject: Subject) -> Iterator[Verdict]:
    path = inline_path(subject.resource, INLINE) if subject.resource.type in BUCKETS else RULES
    yield from key_at(f"{path}.kmsMasterKeyId").unless(not_encrypted_here).must(is_own_key, WANTED)(subject)


RULE = Rule(
    id="s3-sse-cmk",
    title="A bucket's default encryption names a KMS key of your own",
    severity="medium",
    why="Nobody can change the policy of AWS's own key or disable it, and no other account can be let in to what "
    "is under it.",
    fix="Name a key of yours as kms_master_key_id.",
    types=(*BUCKET_ENCRYPTIONS, *BUCKETS),
    judge=_judge,
    before='BucketServerSideEncryptionConfiguration("data", rules=[with_key(None)])',
    after='BucketServerSideEncryptionConfiguration("data", rules=[with_key(key.arn)])',
)
