"""Backups of Lustre have its tags."""

from __future__ import annotations

from rackguard_policies.lustre import without_backups
from rackguard_policies.rule import Rule
from rackguard_policies.types import LUSTRE
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="fsx-copy-tags",
    title="Backups of a Lustre file system get its tags",
    severity="low",
    why="A backup without tags has no class of data and no owner: nobody knows who may read it and when it may go.",
    fix="Set copy_tags_to_backups to True (it is off by default).",
    types=(LUSTRE,),
    judge=every("copyTagsToBackups").unless(without_backups).must_be_on(),
    before='LustreFileSystem("scratch", deployment_type="PERSISTENT_2")',
    after='LustreFileSystem("scratch", deployment_type="PERSISTENT_2", copy_tags_to_backups=True)',
)
