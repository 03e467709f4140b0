"""Volumes leave a snapshot."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import VOLUME
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="ebs-final-snapshot",
    title="A volume leaves a snapshot when it is deleted",
    severity="low",
    why="What a destroy deletes by mistake is gone.",
    fix="Set final_snapshot=True, with a key that outlives the stack: without its key a snapshot can't be read.",
    types=(VOLUME,),
    judge=every("finalSnapshot").must_be_on(),
    before='Volume("v", size=100)',
    after='Volume("v", size=100, final_snapshot=True)',
)
