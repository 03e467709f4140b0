"""Buckets for access logs are private, and log to nobody in turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.bucket_companions import bucket_at, companions
from rackguard_policies.rule import Finding, NotApplicable, Rule, Unproven
from rackguard_policies.types import (
    BUCKET_ENCRYPTIONS,
    BUCKET_LOGGINGS,
    BUCKET_OBJECT_LOCKS,
    BUCKET_PUBLIC_ACCESS_BLOCK,
)
from rackguard_policies.values import leaf, truth

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict

UNLOCKED = "is left out: S3 delivers no access logs to a bucket with Object Lock"
GUARDS = {BUCKET_PUBLIC_ACCESS_BLOCK: "a public-access block", BUCKET_ENCRYPTIONS[0]: "an encryption configuration"}


def _judge(subject: Subject) -> Iterator[Verdict]:
    graph, resource = subject.graph, subject.resource
    own, target = bucket_at(graph, resource), bucket_at(graph, resource, "targetBucket")
    if target is None and leaf(resource.inputs, "targetBucket").unknown:
        yield Unproven("targetBucket", "is a bucket that is guarded and takes access logs")
        return
    if target is None:
        yield NotApplicable("the bucket that it logs to isn't in the stack")
        return
    for type_, words in GUARDS.items():
        types = BUCKET_ENCRYPTIONS if type_ in BUCKET_ENCRYPTIONS else (type_,)
        if not companions(graph, target, *types):
            yield Finding("", f"has {words}", "none", target.urn)
    if truth(leaf(target.inputs, "objectLockEnabled").value):
        yield Finding("objectLockEnabled", UNLOCKED, "true", target.urn)
    elif locks := companions(graph, target, *BUCKET_OBJECT_LOCKS):
        yield Finding("", UNLOCKED, "there", locks[0].urn)
    if own and own.urn != target.urn and own.urn in _chain(subject, target):
        yield Finding("targetBucket", "doesn't log back to the bucket", "a circle")


def _chain(subject: Subject, bucket: Resource) -> set[str]:
    """Buckets that a bucket's access logs reach, one after the other."""
    reached: set[str] = set()
    following: list[Resource] = [bucket]
    while following:
        for logging in companions(subject.graph, following.pop(), *BUCKET_LOGGINGS):
            target = bucket_at(subject.graph, logging, "targetBucket")
            if target and target.urn not in reached:
                reached.add(target.urn)
                following.append(target)
    return reached


RULE = Rule(
    id="stk-s3-log-bucket",
    title="A bucket that takes access logs is guarded, can take them, and doesn't log in a circle",
    severity="medium",
    why="Logs tell who read what. A bucket that logs to itself by a detour fills up; S3 delivers to none with a lock.",
    fix="Give it a public-access block and encryption, no BucketLogging back, and no Object Lock.",
    types=BUCKET_LOGGINGS,
    judge=_judge,
    before='BucketLogging("a", bucket=a.id, target_bucket=b.id); BucketLogging("b", bucket=b.id, target_bucket=a.id)',
    after='BucketLogging("a", bucket=a.id, target_bucket=logs.id)',
)
