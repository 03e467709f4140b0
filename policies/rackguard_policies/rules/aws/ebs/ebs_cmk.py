"""Volumes are under a key of the customer's own."""

from __future__ import annotations

from rackguard_policies.customer_key import WANTED, is_own_key, key_at
from rackguard_policies.effective_disks import own_key_by_default
from rackguard_policies.rule import Rule
from rackguard_policies.types import VOLUME

RULE = Rule(
    id="ebs-cmk",
    title="A volume is encrypted with a KMS key of your own",
    severity="medium",
    why="Nobody can change the policy of AWS's own key or disable it, and a snapshot under it can't be shared "
    "with another account.",
    fix="Name a key of yours as kms_key_id.",
    types=(VOLUME,),
    judge=key_at("kmsKeyId").fine_if_absent_when(own_key_by_default).must(is_own_key, WANTED),
    before='Volume("v", availability_zone=zone, encrypted=True)',
    after='Volume("v", availability_zone=zone, encrypted=True, kms_key_id=key.arn)',
)
