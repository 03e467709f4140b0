"""Snapshots are shared with known accounts only."""

from __future__ import annotations

from rackguard_policies.listed_accounts import ACCOUNTS, listed
from rackguard_policies.rule import Rule
from rackguard_policies.types import SNAPSHOT_SHARE

RULE = Rule(
    id="ebs-snapshot-share",
    title="A snapshot is shared with listed accounts only",
    severity="critical",
    why="Whoever it is shared with copies the whole disk, and keeps the copy.",
    fix="Take the permission out, or list the account in the parameter accounts.",
    types=(SNAPSHOT_SHARE,),
    judge=listed("accountId", "accounts"),
    parameters=ACCOUNTS,
    before='SnapshotCreateVolumePermission("p", account_id="all")',
    after='SnapshotCreateVolumePermission("p", account_id="123456789012")  # listed',
)
