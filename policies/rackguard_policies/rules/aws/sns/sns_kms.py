"""Topics are encrypted."""

from __future__ import annotations

from rackguard_policies.customer_key import WANTED, is_own_key, key_at
from rackguard_policies.rule import Rule
from rackguard_policies.types import TOPIC

RULE = Rule(
    id="sns-kms",
    title="A topic is encrypted with a KMS key",
    severity="medium",
    why="Messages tell what runs where, and wait on disk until they are delivered.",
    fix="Name a key of yours as kms_master_key_id.",
    types=(TOPIC,),
    judge=key_at("kmsMasterKeyId").must(is_own_key, WANTED),
    before='Topic("alarms")',
    after='Topic("alarms", kms_master_key_id=key.id)',
)
