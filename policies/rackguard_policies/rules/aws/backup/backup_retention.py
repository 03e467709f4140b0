"""Backups are kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Parameter, Rule
from rackguard_policies.types import BACKUP_PLAN
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    """A rule without an end keeps its backups for ever."""
    kept = every("rules[*].lifecycle.deleteAfter").fine_if_absent()
    yield from kept.must_be_at_least(subject.parameters["days"])(subject)


RULE = Rule(
    id="backup-retention",
    title="Each rule of a backup plan keeps what it made long enough",
    severity="medium",
    why="Damage that is noticed after a month is mended with backups that are older than it.",
    fix="Set the lifecycle's delete_after to 35 or more, in every rule; without it backups are kept for ever.",
    types=(BACKUP_PLAN,),
    judge=_judge,
    parameters={"days": Parameter(35, {"type": "integer", "minimum": 1}, "days that backups are kept at least")},
    before='Plan("daily", rules=[{"rule_name": "daily", "lifecycle": {"delete_after": 7}, ...}])',
    after='Plan("daily", rules=[{"rule_name": "daily", "lifecycle": {"delete_after": 35}, ...}])',
)
