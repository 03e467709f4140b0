"""Keys are deleted only after the longest wait."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import ALL_KEYS
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="kms-deletion-window",
    title="A key's deletion waits 30 days, the most that KMS offers",
    severity="medium",
    why="A deleted key takes everything encrypted with it along, for ever; the wait is the time to notice.",
    fix="Set deletion_window_in_days to 30, or leave it out.",
    types=ALL_KEYS,
    judge=every("deletionWindowInDays").fine_if_absent().must_be_at_least(30),
    before='Key("data", deletion_window_in_days=7)',
    after='Key("data", deletion_window_in_days=30)',
)
