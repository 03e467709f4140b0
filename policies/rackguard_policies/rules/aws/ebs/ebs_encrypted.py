"""Volumes are encrypted."""

from __future__ import annotations

from rackguard_policies.effective_disks import encrypted_by_default
from rackguard_policies.rule import Rule
from rackguard_policies.types import VOLUME
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="ebs-encrypted",
    title="A volume is encrypted",
    severity="high",
    why="A volume outlives the machine that wrote it, and its snapshots travel.",
    fix="Set encrypted=True.",
    types=(VOLUME,),
    judge=every("encrypted").fine_if_absent_when(encrypted_by_default).must_be_on(),
    before='Volume("v", availability_zone=zone, size=100)',
    after='Volume("v", availability_zone=zone, size=100, encrypted=True)',
)
