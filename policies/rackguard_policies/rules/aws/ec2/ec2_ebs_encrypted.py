"""Disks that instances add are encrypted."""

from __future__ import annotations

from rackguard_policies.effective_disks import encrypted_by_default
from rackguard_policies.rule import Rule
from rackguard_policies.types import INSTANCES
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="ec2-ebs-encrypted",
    title="Every disk that an instance adds is encrypted",
    severity="high",
    why="A disk outlives the machine that wrote it, and its snapshots travel.",
    fix="Set encrypted=True in each of ebs_block_devices.",
    types=INSTANCES,
    judge=every("ebsBlockDevices[*].encrypted").if_any().fine_if_absent_when(encrypted_by_default).must_be_on(),
    before='Instance("i", ebs_block_devices=[{"device_name": "/dev/sdb"}])',
    after='Instance("i", ebs_block_devices=[{"device_name": "/dev/sdb", "encrypted": True}])',
)
