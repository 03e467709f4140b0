"""KMS checks that a key's policy locks nobody out."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import ALL_KEYS, KEY_POLICY
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="kms-lockout-check",
    title="The check that a key's policy doesn't lock its owner out isn't bypassed",
    severity="high",
    why="A policy without anybody who may change it makes the key, and all that it encrypts, nobody's.",
    fix="Leave bypass_policy_lockout_safety_check out.",
    types=(*ALL_KEYS, KEY_POLICY),
    judge=every("bypassPolicyLockoutSafetyCheck").must_be_off(),
    before='Key("data", bypass_policy_lockout_safety_check=True)',
    after='Key("data")',
)
