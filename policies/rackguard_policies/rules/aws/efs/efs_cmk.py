"""File systems are encrypted with a key of your own."""

from __future__ import annotations

from rackguard_policies.customer_key import WANTED, is_own_key, key_at
from rackguard_policies.rule import Rule
from rackguard_policies.types import FILE_SYSTEM

RULE = Rule(
    id="efs-cmk",
    title="A file system is encrypted with a key of your own",
    severity="medium",
    why="AWS's own key is for everybody in the account: nobody can change its policy, disable it or withdraw it.",
    fix="Set kms_key_id to the ARN of a KMS key of your own.",
    types=(FILE_SYSTEM,),
    judge=key_at("kmsKeyId").must(is_own_key, WANTED),
    before='FileSystem("home", encrypted=True)',
    after='FileSystem("home", encrypted=True, kms_key_id=key.arn)',
)
