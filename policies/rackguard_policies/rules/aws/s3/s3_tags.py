"""Buckets tell the class of their data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.graph.resource import UNKNOWN
from rackguard_policies.data_class import data_class
from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.types import BUCKETS

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

WANTED_OF = "has the tag classification"


def _judge(subject: Subject) -> Iterator[Verdict]:
    found = data_class(subject.graph, subject.resource)
    if found is UNKNOWN:
        yield Unproven("tags", WANTED_OF)
    elif not found:
        yield Finding("tags", WANTED_OF, "none")


RULE = Rule(
    id="s3-tags",
    title="A bucket has a tag that tells the class of its data",
    severity="medium",
    why="Who doesn't know what a bucket holds can't tell whether it is guarded, kept and deleted as it must be.",
    fix='Add the tag classification: "public", "internal", "confidential", "pii" or "phi".',
    types=BUCKETS,
    judge=_judge,
    before='Bucket("data")',
    after='Bucket("data", tags={"classification": "phi"})',
)
