"""Disks of a launch template are under a key of the customer's own."""

from __future__ import annotations

from rackguard_policies.customer_key import KEYS, WANTED, is_own_key
from rackguard_policies.effective_disks import own_key_by_default, template_disks
from rackguard_policies.rule import Rule
from rackguard_policies.types import LAUNCH_TEMPLATE
from rackguard_policies.vocabulary import every_of

RULE = Rule(
    id="lt-ebs-cmk",
    title="A launch template's disks are encrypted with a KMS key of your own",
    severity="medium",
    why="Nobody can change the policy of AWS's own key or disable it, and a snapshot under it can't be shared "
    "with another account.",
    fix="Name a key of yours as kms_key_id of each mapping.",
    types=(LAUNCH_TEMPLATE,),
    judge=every_of(template_disks("kmsKeyId"), "kmsKeyId")
    .proven_by(*KEYS)
    .fine_if_absent_when(own_key_by_default)
    .must(is_own_key, WANTED),
    before='LaunchTemplate("t", block_device_mappings=[{"device_name": "/dev/sda1", "ebs": {"encrypted": "true"}}])',
    after=(
        'LaunchTemplate("t", block_device_mappings=[{"device_name": "/dev/sda1", "ebs": {"encrypted":'
        ' "true", "kms_key_id": key.arn}}])'
    ),
)
