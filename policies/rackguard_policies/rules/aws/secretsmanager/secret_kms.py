"""Secrets are under a key of your own, and can be got back."""

from __future__ import annotations

from rackguard_policies.customer_key import WANTED, is_own_key, key_at
from rackguard_policies.rule import Rule
from rackguard_policies.types import SECRET
from rackguard_policies.vocabulary import both, every

RULE = Rule(
    id="secret-kms",
    title="A secret is encrypted with a KMS key of your own, and a deleted one can be got back for a week or more",
    severity="medium",
    why="AWS's own key opens it to all roles of the account that may read secrets; and when a secret is deleted "
    "for good, what uses it stops.",
    fix="Name a key of yours as kms_key_id; leave recovery_window_in_days at 30.",
    types=(SECRET,),
    judge=both(
        key_at("kmsKeyId").must(is_own_key, WANTED),
        every("recoveryWindowInDays").fine_if_absent().must_be_at_least(7),
    ),
    before='Secret("token", recovery_window_in_days=0)',
    after='Secret("token", kms_key_id=key.arn)',
)
