"""Keys that are declared are enabled."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import ALL_KEYS
from rackguard_policies.vocabulary import both, every

RULE = Rule(
    id="kms-enabled",
    title="A key is enabled",
    severity="medium",
    why="Under a disabled key nothing can be read: nodes don't start, stores can't be mounted, logs aren't written.",
    fix="Leave is_enabled and enabled out; delete a key that isn't wanted.",
    types=ALL_KEYS,
    judge=both(
        every("isEnabled").fine_if_absent().must_be_on(),
        every("enabled").fine_if_absent().must_be_on(),
    ),
    before='Key("data", is_enabled=False)',
    after='Key("data")',
)
