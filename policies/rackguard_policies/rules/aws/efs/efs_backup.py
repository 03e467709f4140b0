"""Backups of file systems are on."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import FILE_SYSTEM_BACKUP
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="efs-backup",
    title="The backup policy of a file system is on",
    severity="medium",
    why="Homes and code that somebody deletes, or ransomware encrypts, do not come back.",
    fix='Set status to "ENABLED".',
    types=(FILE_SYSTEM_BACKUP,),
    judge=every("backupPolicy.status").must_be("ENABLED"),
    before='BackupPolicy("home", file_system_id=home.id, backup_policy={"status": "DISABLED"})',
    after='BackupPolicy("home", file_system_id=home.id, backup_policy={"status": "ENABLED"})',
)
