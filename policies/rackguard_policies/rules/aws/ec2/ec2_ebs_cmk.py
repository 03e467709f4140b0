"""Disks of instances are under a key of the customer's own."""

from __future__ import annotations

from rackguard_policies.customer_key import WANTED, is_own_key, key_at
from rackguard_policies.effective_disks import own_key_by_default
from rackguard_policies.launch_templates import left_to_template
from rackguard_policies.rule import Rule
from rackguard_policies.types import INSTANCES
from rackguard_policies.vocabulary import both

RULE = Rule(
    id="ec2-ebs-cmk",
    title="An instance's disks are encrypted with a KMS key of your own",
    severity="medium",
    why="Nobody can change the policy of AWS's own key or disable it, and a snapshot under it can't be shared "
    "with another account.",
    fix="Name a key of yours as kms_key_id of each disk, or as ebs.DefaultKmsKey.",
    types=INSTANCES,
    judge=both(
        left_to_template(
            key_at("rootBlockDevice.kmsKeyId").fine_if_absent_when(own_key_by_default).must(is_own_key, WANTED),
            "rootBlockDevice",
            "lt-ebs-cmk",
        ),
        key_at("ebsBlockDevices[*].kmsKeyId").if_any().fine_if_absent_when(own_key_by_default).must(is_own_key, WANTED),
    ),
    before='Instance("i", root_block_device={"encrypted": True})',
    after='Instance("i", root_block_device={"encrypted": True, "kms_key_id": key.arn})',
)
