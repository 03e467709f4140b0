"""Lustre leaves a backup when it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard_policies.data_class import DISPOSABLE, disposable
from rackguard_policies.lustre import without_backups
from rackguard_policies.rule import Rule
from rackguard_policies.types import LUSTRE
from rackguard_policies.values import truth
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject


def _nothing_to_keep(subject: Subject) -> str:
    return without_backups(subject) or disposable(subject)


RULE = Rule(
    id="fsx-final-backup",
    title="A Lustre file system leaves a last backup when it is deleted",
    severity="medium",
    why="Deleting it takes all data along at once; no backup is made unless it is asked for.",
    fix="Set skip_final_backup to False (it is True by default).",
    types=(LUSTRE,),
    judge=every("skipFinalBackup").unless(_nothing_to_keep).must(lambda found: truth(found) is False, "is false"),
    parameters=DISPOSABLE,
    before='LustreFileSystem("scratch", deployment_type="PERSISTENT_2")',
    after='LustreFileSystem("scratch", deployment_type="PERSISTENT_2", skip_final_backup=False)',
)
