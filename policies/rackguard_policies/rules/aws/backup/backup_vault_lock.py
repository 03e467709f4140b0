"""A vault's lock keeps backups for some days at least."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Parameter, Rule
from rackguard_policies.types import BACKUP_VAULT_LOCK
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    yield from every("minRetentionDays").must_be_at_least(subject.parameters["days"])(subject)


RULE = Rule(
    id="backup-vault-lock",
    title="The lock of a backup vault keeps backups for the days that must be",
    severity="medium",
    why="A lock without a least number of days lets a plan be changed until it keeps nothing.",
    fix="Set min_retention_days to 7 or more.",
    types=(BACKUP_VAULT_LOCK,),
    judge=_judge,
    parameters={"days": Parameter(7, {"type": "integer", "minimum": 1}, "days that a lock must keep at least")},
    before='VaultLockConfiguration("lock", backup_vault_name=vault.name)',
    after='VaultLockConfiguration("lock", backup_vault_name=vault.name, min_retention_days=35)',
)
