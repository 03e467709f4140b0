"""Buckets for access logs are private, and log to nobody in turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.access_logs import INLINE, target_of, target_path, targets_of
from rackguard_policies.bucket_companions import companions, own_bucket, says_inline
from rackguard_policies.bucket_inline import stated
from rackguard_policies.rule import Finding, NotApplicable, Rule, Unproven
from rackguard_policies.types import (
    BUCKET_ENCRYPTIONS,
    BUCKET_LOGGINGS,
    BUCKET_OBJECT_LOCKS,
    BUCKET_PUBLIC_ACCESS_BLOCK,
    BUCKETS,
)
from rackguard_policies.values import leaf, truth

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict

UNLOCKED = "is left out: S3 delivers no access logs to a bucket with Object Lock"
GUARDS = {
    "a public-access block": ((BUCKET_PUBLIC_ACCESS_BLOCK,), ""),
    "an encryption configuration": (BUCKET_ENCRYPTIONS, "serverSideEncryptionConfiguration"),
}
"""Types of companions, and the bucket's own input that stands for one."""


def _judge(subject: Subject) -> Iterator[Verdict]:
    if reason := says_inline(INLINE)(subject):
        yield NotApplicable(reason)
        return
    graph, resource = subject.graph, subject.resource
    path = target_path(resource)
    own, target = own_bucket(graph, resource), target_of(graph, resource)
    if target is None and leaf(resource.inputs, path).unknown:
        yield Unproven(path, "is a bucket that is guarded and takes access logs")
        return
    if target is None:
        yield NotApplicable("the bucket that it logs to isn't in the stack")
        return
    for words, (types, key) in GUARDS.items():
        inline = bool(key) and stated(target, key)
        if not inline and not companions(graph, target, *types):
            yield Finding("", f"has {words}", "none", target.urn)
    if truth(leaf(target.inputs, "objectLockEnabled").value):
        yield Finding("objectLockEnabled", UNLOCKED, "true", target.urn)
    elif stated(target, "objectLockConfiguration"):
        yield Finding("objectLockConfiguration", UNLOCKED, "there", target.urn)
    elif locks := companions(graph, target, *BUCKET_OBJECT_LOCKS):
        yield Finding("", UNLOCKED, "there", locks[0].urn)
    if own and own.urn != target.urn and own.urn in _chain(subject, target):
        yield Finding(path, "doesn't log back to the bucket", "a circle")


def _chain(subject: Subject, bucket: Resource) -> set[str]:
    """Buckets that a bucket's access logs reach, one after the other."""
    reached: set[str] = set()
    following: list[Resource] = [bucket]
    while following:
        for target in targets_of(subject.graph, following.pop()):
            if target.urn not in reached:
                reached.add(target.urn)
                following.append(target)
    return reached


RULE = Rule(
    id="stk-s3-log-bucket",
    title="A bucket that takes access logs is guarded, can take them, and doesn't log in a circle",
    severity="medium",
    why="Logs tell who read what. A bucket that logs to itself by a detour fills up; S3 delivers to none with a lock.",
    fix="Give it a public-access block and encryption, no BucketLogging back, and no Object Lock.",
    types=(*BUCKET_LOGGINGS, *BUCKETS),
    judge=_judge,
    before='BucketLogging("a", bucket=a.id, target_bucket=b.id); BucketLogging("b", bucket=b.id, target_bucket=a.id)',
    after='BucketLogging("a", bucket=a.id, target_bucket=logs.id)',
)
