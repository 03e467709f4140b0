"""The bucket that a trail writes to is closed, logged and locked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.bucket_companions import bucket_at, companions
from rackguard_policies.bucket_inline import stated
from rackguard_policies.rule import Finding, NotApplicable, Rule, Unproven
from rackguard_policies.types import BUCKET_LOGGINGS, BUCKET_OBJECT_LOCKS, BUCKET_PUBLIC_ACCESS_BLOCK, TRAIL
from rackguard_policies.values import leaf, seen, truth

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict

SWITCHES = ("blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets")


def _judge(subject: Subject) -> Iterator[Verdict]:
    graph = subject.graph
    bucket = bucket_at(graph, subject.resource, "s3BucketName")
    if bucket is None:
        yield NotApplicable("the bucket that it writes to isn't in the stack")
        return
    blocks = companions(graph, bucket, BUCKET_PUBLIC_ACCESS_BLOCK)
    if not blocks:
        yield Finding("", "has a public-access block", urn=bucket.urn)
    for block in blocks:
        yield from _open_switches(block)
    if not companions(graph, bucket, *BUCKET_LOGGINGS) and not stated(bucket, "logging"):
        yield Finding("", "logs who reads it (a BucketLogging)", urn=bucket.urn)
    yield from _lock(subject, bucket)


def _open_switches(block: Resource) -> Iterator[Verdict]:
    for key in SWITCHES:
        place = leaf(block.inputs, key)
        if place.unknown:
            yield Unproven(place.path, "is true", block.urn)
        elif truth(place.value) is not True:
            yield Finding(place.path, "is true", seen(place.value), block.urn)


def _lock(subject: Subject, bucket: Resource) -> Iterator[Verdict]:
    """A lock without a rule for what is written keeps nothing."""
    found = companions(subject.graph, bucket, *BUCKET_OBJECT_LOCKS)
    rules = [leaf(each.inputs, "rule.defaultRetention") for each in found]
    inline = stated(bucket, "objectLockConfiguration.rule.defaultRetention")
    if not inline and all(place.absent for place in rules):
        yield Finding("", "is locked (a BucketObjectLockConfiguration with a default retention)", urn=bucket.urn)


RULE = Rule(
    id="stk-trail-bucket",
    title="The bucket that a trail writes to is closed to the public, logged and locked",
    severity="high",
    why="Whoever can delete a trail's files, or read them unseen, works without a trace.",
    fix="Give the bucket a BucketPublicAccessBlock with all four switches, a BucketLogging, and a "
    "BucketObjectLockConfiguration with a default retention.",
    types=(TRAIL,),
    judge=_judge,
    before='Trail("audit", s3_bucket_name=Bucket("logs").id)',
    after='BucketObjectLockConfiguration("lock", bucket=logs.id, rule={"default_retention": retention})',
)
