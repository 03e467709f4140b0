"""No snapshot of the region is public."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import SNAPSHOT_BLOCK_PUBLIC_ACCESS
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="ebs-snapshot-bpa",
    title="Public sharing of snapshots is blocked, of those that are shared already too",
    severity="high",
    why="One call makes a disk's content public, to be copied by anybody.",
    fix='Set state to "block-all-sharing".',
    types=(SNAPSHOT_BLOCK_PUBLIC_ACCESS,),
    judge=every("state").must_be("block-all-sharing"),
    before='SnapshotBlockPublicAccess("b", state="unblocked")',
    after='SnapshotBlockPublicAccess("b", state="block-all-sharing")',
)
