"""Copies of snapshots are encrypted with a key of the customer's own."""

from __future__ import annotations

from rackguard_policies.customer_key import WANTED, is_own_key, key_at
from rackguard_policies.rule import Rule
from rackguard_policies.types import SNAPSHOT_COPY
from rackguard_policies.vocabulary import both, every

RULE = Rule(
    id="ebs-snapshot-copy-cmk",
    title="A copy of a snapshot is encrypted with a KMS key of your own",
    severity="high",
    why="The copy of a plain snapshot stays plain, and that of an encrypted one gets AWS's own key, which nobody "
    "can close.",
    fix="Set encrypted=True and kms_key_id.",
    types=(SNAPSHOT_COPY,),
    judge=both(every("encrypted").must_be_on(), key_at("kmsKeyId").must(is_own_key, WANTED)),
    before='SnapshotCopy("c", source_region="us-east-1", source_snapshot_id=id)',
    after='SnapshotCopy("c", source_region="us-east-1", source_snapshot_id=id, encrypted=True, kms_key_id=key.arn)',
)
