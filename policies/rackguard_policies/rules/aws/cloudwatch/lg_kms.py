"""Logs are encrypted with a key of your own."""

from __future__ import annotations

from rackguard_policies.customer_key import WANTED, is_own_key, key_at
from rackguard_policies.rule import Rule
from rackguard_policies.types import LOG_GROUP

RULE = Rule(
    id="lg-kms",
    title="A log group is encrypted with a key of your own",
    severity="medium",
    why="Logs tell who did what to which data; the key that AWS keeps can be neither limited nor withdrawn.",
    fix="Set kms_key_id to the ARN of a KMS key whose policy lets CloudWatch Logs use it.",
    types=(LOG_GROUP,),
    judge=key_at("kmsKeyId").must(is_own_key, WANTED),
    before='LogGroup("auth", retention_in_days=365)',
    after='LogGroup("auth", retention_in_days=365, kms_key_id=key.arn)',
)
