"""Buckets have every companion that guards them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.bucket_companions import companions, takes_access_logs, takes_evidence
from rackguard_policies.bucket_inline import stated
from rackguard_policies.rule import Finding, Rule
from rackguard_policies.types import (
    BUCKET_ENCRYPTIONS,
    BUCKET_LOGGINGS,
    BUCKET_OWNERSHIP,
    BUCKET_POLICY,
    BUCKET_PUBLIC_ACCESS_BLOCK,
    BUCKET_VERSIONINGS,
    BUCKETS,
)

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

COMPANIONS = {
    "a public-access block": ((BUCKET_PUBLIC_ACCESS_BLOCK,), ""),
    "an encryption configuration": (BUCKET_ENCRYPTIONS, "serverSideEncryptionConfiguration"),
    "versioning": (BUCKET_VERSIONINGS, "versioning"),
    "a policy": ((BUCKET_POLICY,), "policy"),
    "ownership controls": ((BUCKET_OWNERSHIP,), ""),
    "access logs": (BUCKET_LOGGINGS, "logging"),
}


def _judge(subject: Subject) -> Iterator[Verdict]:
    graph, bucket = subject.graph, subject.resource
    for words, (types, key) in COMPANIONS.items():
        inline = bool(key) and stated(bucket, key)
        logs = types == BUCKET_LOGGINGS and (takes_access_logs(graph, bucket) or takes_evidence(graph, bucket))
        if not inline and not logs and not companions(graph, bucket, *types):
            yield Finding("", f"has {words}", "none")


RULE = Rule(
    id="stk-s3-companions",
    title="A bucket has its public-access block, encryption, versioning, policy, ownership and access logs",
    severity="high",
    why="What isn't declared is left to defaults and to whoever clicks, and no rule of a companion judges it.",
    fix="Declare for every bucket BucketPublicAccessBlock, BucketServerSideEncryptionConfiguration, "
    "BucketVersioning, BucketPolicy, BucketOwnershipControls and BucketLogging; only what takes access logs "
    "itself needs no BucketLogging.",
    types=BUCKETS,
    judge=_judge,
    before='Bucket("data")',
    after='Bucket("data"); BucketPublicAccessBlock("data", bucket=bucket.id, **all_four)  # and so on',
)
