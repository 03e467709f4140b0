"""Symmetric keys rotate by themselves."""

from __future__ import annotations

from rackguard_policies.kms_keys import cannot_rotate
from rackguard_policies.rule import Rule
from rackguard_policies.types import KEY
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="kms-rotation",
    title="A symmetric key of KMS's own making rotates by itself",
    severity="high",
    why="A key that never changes puts everything that it ever encrypted behind one piece of key material.",
    fix="Set enable_key_rotation to True; what is encrypted stays readable, and the key's ARN stays the same.",
    types=(KEY,),
    judge=every("enableKeyRotation").unless(cannot_rotate).must_be_on(),
    before='Key("data")',
    after='Key("data", enable_key_rotation=True)',
)
