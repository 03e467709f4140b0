"""Evidence is locked for as long as it must be kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.bucket_companions import EVIDENCE_DAYS, companions, own_bucket, takes_evidence
from rackguard_policies.bucket_inline import inline_path, stated
from rackguard_policies.rule import Finding, NotApplicable, Rule
from rackguard_policies.types import BUCKET_OBJECT_LOCKS, BUCKETS
from rackguard_policies.values import leaf, number
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

MODES = ("COMPLIANCE", "GOVERNANCE")
YEAR = 365
INLINE = "objectLockConfiguration"


def _judge(subject: Subject) -> Iterator[Verdict]:
    graph, resource = subject.graph, subject.resource
    bucket = own_bucket(graph, resource)
    evidence = bucket is not None and takes_evidence(graph, bucket)
    if resource.type in BUCKET_OBJECT_LOCKS:
        yield from _lock(subject, subject.parameters["days"] if evidence else 1)
    elif not evidence:
        yield NotApplicable("neither a trail nor flow logs of the stack go to it")
    elif stated(resource, INLINE):
        yield from _lock(subject, subject.parameters["days"], f"{INLINE}.")
    elif not companions(graph, resource, *BUCKET_OBJECT_LOCKS):
        yield Finding("", "has a BucketObjectLockConfiguration", "none")


def _lock(subject: Subject, least: int, at: str = "") -> Iterator[Verdict]:
    retention = inline_path(subject.resource, f"{at}rule.defaultRetention")
    yield from every(f"{retention}.mode").must_be_one_of(*MODES)(subject)
    years = leaf(subject.resource.inputs, f"{retention}.years")
    if years.absent:
        yield from every(f"{retention}.days").must_be_at_least(least)(subject)
    else:
        place = every(f"{retention}.years")
        yield from place.must(lambda value: (number(value) or 0) * YEAR >= least, f"is {least} days or more")(subject)


RULE = Rule(
    id="s3-object-lock",
    title="A bucket for trails or flow logs locks its objects for the time that evidence is kept",
    severity="medium",
    why="Evidence that an administrator can delete proves nothing about an administrator.",
    fix='Give it object_lock_enabled and a BucketObjectLockConfiguration with a default retention, mode "COMPLIANCE".',
    types=(*BUCKETS, *BUCKET_OBJECT_LOCKS),
    judge=_judge,
    parameters=EVIDENCE_DAYS,
    before='Trail("t", s3_bucket_name=bucket.id)',
    after='BucketObjectLockConfiguration("b", bucket=bucket.id, rule=compliance_for(days=2192))',
)
