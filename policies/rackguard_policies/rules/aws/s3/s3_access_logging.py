"""Buckets' access logs go to another bucket."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.access_logs import INLINE, target_of, target_path
from rackguard_policies.bucket_companions import own_bucket, says_inline
from rackguard_policies.rule import Finding, NotApplicable, Rule, Unproven
from rackguard_policies.types import BUCKET_LOGGINGS, BUCKETS
from rackguard_policies.values import leaf, seen

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

WANTED_OF = "is another bucket"


def _judge(subject: Subject) -> Iterator[Verdict]:
    if reason := says_inline(INLINE)(subject):
        yield NotApplicable(reason)
        return
    graph, resource = subject.graph, subject.resource
    path = target_path(resource)
    own, target = own_bucket(graph, resource), target_of(graph, resource)
    names = [leaf(resource.inputs, key) for key in ("bucket", path)]
    if names[1].absent or names[1].value == "":
        yield Finding(path, WANTED_OF, seen(names[1].value))
    elif own and target:
        if own.urn == target.urn:
            yield Finding(path, WANTED_OF, "the bucket itself")
    elif any(name.unknown for name in names):
        hidden = names[1].unknown and names[1].path != path  # the whole block: it may name none
        if not target and (hidden or not own):
            yield Unproven(path, WANTED_OF)
    elif names[0].value == names[1].value:
        yield Finding(path, WANTED_OF, "the bucket itself")


RULE = Rule(
    id="s3-access-logging",
    title="A bucket's access logs go to another bucket",
    severity="medium",
    why="Logs in the bucket that they are about go with it, can be changed by whoever uses it, and log themselves.",
    fix="Make a bucket for logs, and name it as target_bucket.",
    types=(*BUCKET_LOGGINGS, *BUCKETS),
    judge=_judge,
    before='BucketLogging("data", bucket=bucket.id, target_bucket=bucket.id)',
    after='BucketLogging("data", bucket=bucket.id, target_bucket=logs.id)',
)
