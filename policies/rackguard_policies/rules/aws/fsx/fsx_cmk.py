"""Lustre is encrypted with a key of your own."""

from __future__ import annotations

from rackguard_policies.customer_key import WANTED, is_own_key, key_at
from rackguard_policies.lustre import scratch
from rackguard_policies.rule import Rule
from rackguard_policies.types import LUSTRE

RULE = Rule(
    id="fsx-cmk",
    title="A persistent Lustre file system is encrypted with a key of your own",
    severity="high",
    why="AWS's own key is for everybody in the account: nobody can change its policy, disable it or withdraw it.",
    fix="Set kms_key_id to the ARN of a KMS key of your own.",
    types=(LUSTRE,),
    judge=key_at("kmsKeyId").unless(scratch).must(is_own_key, WANTED),
    before='LustreFileSystem("scratch", deployment_type="PERSISTENT_2")',
    after='LustreFileSystem("scratch", deployment_type="PERSISTENT_2", kms_key_id=key.arn)',
)
