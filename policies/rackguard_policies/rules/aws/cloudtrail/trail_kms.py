"""Trails are encrypted with a key of your own."""

from __future__ import annotations

from rackguard_policies.customer_key import WANTED, is_own_key, key_at
from rackguard_policies.rule import Rule
from rackguard_policies.types import TRAIL

RULE = Rule(
    id="trail-kms",
    title="A trail is encrypted with a key of your own",
    severity="high",
    why="The records tell every call that anybody made; the bucket alone then decides who reads them.",
    fix="Set kms_key_id to the ARN of a KMS key whose policy lets CloudTrail use it.",
    types=(TRAIL,),
    judge=key_at("kmsKeyId").must(is_own_key, WANTED),
    before='Trail("audit", s3_bucket_name=logs.id)',
    after='Trail("audit", s3_bucket_name=logs.id, kms_key_id=key.arn)',
)
