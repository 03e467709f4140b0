"""File systems are encrypted."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import FILE_SYSTEM
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="efs-encrypted",
    title="A file system is encrypted",
    severity="high",
    why="EFS encrypts nothing unless it is asked to when the file system is made; homes lie in the clear.",
    fix="Set encrypted to True; a file system that is there must be made anew and its files copied.",
    types=(FILE_SYSTEM,),
    judge=every("encrypted").must_be_on(),
    before='FileSystem("home")',
    after='FileSystem("home", encrypted=True, kms_key_id=key.arn)',
)
