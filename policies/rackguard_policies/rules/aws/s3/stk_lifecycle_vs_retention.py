"""No lifecycle ends evidence before its time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.bucket_companions import EVIDENCE_DAYS, bucket_at, takes_access_logs, takes_evidence
from rackguard_policies.rule import NotApplicable, Rule, Unproven
from rackguard_policies.types import BUCKET_LIFECYCLES
from rackguard_policies.values import leaf
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    graph = subject.graph
    bucket = bucket_at(graph, subject.resource)
    least = subject.parameters["days"]
    if bucket is None and leaf(subject.resource.inputs, "bucket").unknown:
        yield Unproven("bucket", f"is none for logs, or keeps them for {least} days")
        return
    if bucket is None or not (takes_access_logs(graph, bucket) or takes_evidence(graph, bucket)):
        yield NotApplicable("no logs of the stack go to its bucket")
        return
    yield from every("rules[*].expiration.days").fine_if_absent().must_be_at_least(least)(subject)
    wanted = "is left out: an expiry of logs is told in days"
    yield from every("rules[*].expiration.date").fine_if_absent().must(lambda _: False, wanted)(subject)


RULE = Rule(
    id="stk-lifecycle-vs-retention",
    title="A lifecycle of logs and other evidence deletes nothing before the time that it must be kept",
    severity="medium",
    why="Whoever breaks in is found after months; logs that went before prove neither who nor what.",
    fix="Set expiration.days to the retention or more, or leave it out.",
    types=BUCKET_LIFECYCLES,
    judge=_judge,
    parameters=EVIDENCE_DAYS,
    before='BucketLifecycleConfiguration("logs", bucket=logs.id, rules=[expire_after(30)])',
    after='BucketLifecycleConfiguration("logs", bucket=logs.id, rules=[expire_after(2192)])',
)
