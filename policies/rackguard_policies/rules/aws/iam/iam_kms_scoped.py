"""Policies name the keys that they let decrypt with."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.statement_faults import every_key, without
from rackguard_policies.types import POLICY

RULE = Rule(
    id="iam-kms-scoped",
    title="A policy that lets somebody decrypt names the keys, by ARN, alias, tag or encryption context",
    severity="high",
    why="The key is the second lock of all data; a role that may use every key is past it everywhere.",
    fix="Name the key by ARN, or all keys with a condition on kms:ResourceAliases or kms:EncryptionContext.",
    types=(POLICY,),
    judge=without(every_key),
    before='Policy("p", policy=json.dumps(allow("kms:Decrypt", "*")))',
    after='Policy("p", policy=json.dumps(allow("kms:Decrypt", key.arn)))',
)
