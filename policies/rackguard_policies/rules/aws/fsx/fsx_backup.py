"""Lustre is backed up, or has a bucket behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.backup_selection import is_selected
from rackguard_policies.data_class import DISPOSABLE, disposable
from rackguard_policies.lustre import without_backups
from rackguard_policies.rule import Finding, NotApplicable, Parameter, Rule, Unproven
from rackguard_policies.types import LUSTRE
from rackguard_policies.values import leaf, number, seen

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    if reason := without_backups(subject) or disposable(subject):
        yield NotApplicable(reason)
        return
    least = subject.parameters["days"]
    wanted = f"is {least} or more, or a backup plan of the stack selects it"
    place = leaf(subject.resource.inputs, "automaticBackupRetentionDays")
    if (number(place.value) or 0) >= least or is_selected(subject.graph, subject.resource):
        return
    yield Unproven(place.path, wanted) if place.unknown else Finding(place.path, wanted, seen(place.value))


RULE = Rule(
    id="fsx-backup",
    title="A persistent Lustre file system is backed up daily, or a bucket stands behind it",
    severity="medium",
    why="What only lies on Lustre is lost with a mistaken command; nothing brings it back.",
    fix="Set automatic_backup_retention_days to 7 or more, or link the file system to a bucket by a "
    "DataRepositoryAssociation.",
    types=(LUSTRE,),
    judge=_judge,
    parameters={
        **DISPOSABLE,
        "days": Parameter(7, {"type": "integer", "minimum": 1, "maximum": 90}, "days that backups are kept at least"),
    },
    before='LustreFileSystem("scratch", deployment_type="PERSISTENT_2")',
    after='LustreFileSystem("scratch", deployment_type="PERSISTENT_2", automatic_backup_retention_days=7)',
)
