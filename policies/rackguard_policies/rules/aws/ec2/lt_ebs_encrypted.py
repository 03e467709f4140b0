"""Disks of a launch template are encrypted."""

from __future__ import annotations

from rackguard_policies.effective_disks import encrypted_by_default, template_disks
from rackguard_policies.rule import Rule
from rackguard_policies.types import LAUNCH_TEMPLATE
from rackguard_policies.vocabulary import every_of

RULE = Rule(
    id="lt-ebs-encrypted",
    title="Every disk that a launch template declares is encrypted",
    severity="high",
    why="A disk outlives the node that wrote it, and its snapshots travel.",
    fix='Set encrypted="true" in each mapping\'s ebs.',
    types=(LAUNCH_TEMPLATE,),
    judge=every_of(template_disks("encrypted")).fine_if_absent_when(encrypted_by_default).must_be_on(),
    before='LaunchTemplate("t", block_device_mappings=[{"device_name": "/dev/sda1", "ebs": {"volume_size": 500}}])',
    after='LaunchTemplate("t", block_device_mappings=[{"device_name": "/dev/sda1", "ebs": {"encrypted": "true"}}])',
)
