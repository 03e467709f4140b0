"""Every store is backed up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.backup_selection import is_selected
from rackguard_policies.data_class import DISPOSABLE, disposable
from rackguard_policies.rule import Finding, NotApplicable, Rule
from rackguard_policies.types import FILE_SYSTEM, FILE_SYSTEM_BACKUP, VOLUME

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    if reason := disposable(subject):
        yield NotApplicable(reason)
    elif not _has_policy(subject) and not is_selected(subject.graph, subject.resource):
        yield Finding("", "a backup policy or a selection of a backup plan covers it", "neither")


def _has_policy(subject: Subject) -> bool:
    """True for a file system with a backup policy, on or off: a rule of its own judges which."""
    graph, store = subject.graph, subject.resource
    found = graph.dependents(store.urn, FILE_SYSTEM_BACKUP)
    if any(store.urn in policy.property_dependencies.get("fileSystemId", ()) for policy in found):
        return True
    return bool(store.id and graph.with_text(FILE_SYSTEM_BACKUP, "fileSystemId", store.id))


RULE = Rule(
    id="stk-backup-coverage",
    title="File systems and volumes that must last are covered by backups",
    severity="medium",
    why="What is covered by nothing is gone with a mistaken command, and nobody notices until then.",
    fix="Add an efs.BackupPolicy to the file system, or a backup.Plan whose backup.Selection takes the store by "
    "its ARN or tags.",
    types=(FILE_SYSTEM, VOLUME),
    judge=_judge,
    parameters=DISPOSABLE,
    before='FileSystem("home", encrypted=True)',
    after='BackupPolicy("home", file_system_id=home.id, backup_policy={"status": "ENABLED"})',
)
