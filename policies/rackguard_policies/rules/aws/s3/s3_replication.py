"""Buckets that matter have a copy elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.graph.resource import UNKNOWN
from rackguard_policies.bucket_companions import companions
from rackguard_policies.bucket_inline import inline_path, stated
from rackguard_policies.data_class import tags_of
from rackguard_policies.rule import Finding, NotApplicable, Rule, Unproven
from rackguard_policies.tag_keys import tag_value
from rackguard_policies.types import BUCKET_REPLICATION, BUCKETS
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

CRITICALITY = ("criticality",)
CRITICAL = ("critical", "high")
INLINE = "replicationConfiguration"


def _judge(subject: Subject) -> Iterator[Verdict]:
    if subject.resource.type == BUCKET_REPLICATION:
        yield from every("rules[*].status").must_be("Enabled")(subject)
        return
    found = tag_value(tags_of(subject.graph, subject.resource), CRITICALITY)
    if found is UNKNOWN:
        yield Unproven("", "is replicated if it is critical")
    elif str(found).lower() not in CRITICAL:
        yield NotApplicable("no tag says that it is critical")
    elif stated(subject.resource, INLINE):
        path = inline_path(subject.resource, f"{INLINE}.rules[*].status")
        yield from every(path).must_be("Enabled")(subject)
    elif not companions(subject.graph, subject.resource, BUCKET_REPLICATION):
        yield Finding("", "has a BucketReplicationConfig", "none")


RULE = Rule(
    id="s3-replication",
    title="A bucket tagged as critical is replicated, and every rule of a replication is on",
    severity="low",
    why="Versions guard against mistakes; against the loss of a region or an account only a copy elsewhere does.",
    fix='Add a BucketReplicationConfig with rules whose status is "Enabled", or drop the tag criticality.',
    types=(BUCKET_REPLICATION, *BUCKETS),
    judge=_judge,
    before='Bucket("data", tags={"criticality": "critical"})',
    after='BucketReplicationConfig("data", bucket=bucket.id, role=role.arn, rules=[{…, "status": "Enabled"}])',
)
