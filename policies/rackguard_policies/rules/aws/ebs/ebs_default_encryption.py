"""New disks of the region are encrypted without being asked."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import DEFAULT_ENCRYPTION
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="ebs-default-encryption",
    title="Default encryption of disks isn't switched off",
    severity="high",
    why="Whatever is launched outside of the stack would have plain disks.",
    fix="Set enabled=True, or leave it out.",
    types=(DEFAULT_ENCRYPTION,),
    judge=every("enabled").fine_if_absent().must_be_on(),
    before='EncryptionByDefault("e", enabled=False)',
    after='EncryptionByDefault("e", enabled=True)',
)
