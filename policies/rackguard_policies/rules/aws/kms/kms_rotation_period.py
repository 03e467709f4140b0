"""Keys rotate every year or more often."""

from __future__ import annotations

from rackguard_policies.kms_keys import does_not_rotate
from rackguard_policies.rule import Rule
from rackguard_policies.types import KEY
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="kms-rotation-period",
    title="A key that rotates does so within 365 days",
    severity="low",
    why="Auditors ask for a yearly change of keys; KMS lets a period be as long as 2,560 days.",
    fix="Set rotation_period_in_days to 365 or less, or leave it out: KMS takes 365.",
    types=(KEY,),
    judge=every("rotationPeriodInDays").unless(does_not_rotate).fine_if_absent().must_be_at_most(365),
    before='Key("data", enable_key_rotation=True, rotation_period_in_days=2560)',
    after='Key("data", enable_key_rotation=True, rotation_period_in_days=365)',
)
