"""The stack's trails record what happens to its guarded buckets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.graph.resource import UNKNOWN
from rackguard_policies.data_class import REGULATED, data_class
from rackguard_policies.rule import Finding, NotApplicable, Rule, Unproven
from rackguard_policies.trail_selectors import records, unknown_selectors
from rackguard_policies.types import BUCKETS, TRAIL

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

WANTED = "a trail of the stack records reads and writes of every object"


def _judge(subject: Subject) -> Iterator[Verdict]:
    trails = subject.graph.of_type(TRAIL)
    class_ = data_class(subject.graph, subject.resource)
    if not trails:
        yield NotApplicable("no trail is in the stack: the account has its own")
    elif class_ is not UNKNOWN and class_ not in subject.parameters["regulated"]:
        yield NotApplicable("its class of data isn't guarded by law or contract")
    elif not records(subject.graph, subject.resource):
        later = class_ is UNKNOWN or any(map(unknown_selectors, trails))
        yield Unproven("", WANTED) if later else Finding("", WANTED)


RULE = Rule(
    id="stk-trail-covers-data",
    title="A stack's trails record who reads and writes its guarded buckets",
    severity="medium",
    why="After a leak nobody can say which records were taken.",
    fix="Name the bucket's ARN, with a slash at its end, among the values of the data_resources of a trail's "
    "event_selectors.",
    types=BUCKETS,
    judge=_judge,
    parameters=REGULATED,
    before='Trail("audit", event_selectors=[{"data_resources": [{"type": "AWS::S3::Object", "values": []}]}])',
    after='{"type": "AWS::S3::Object", "values": [records.arn.apply("{}/".format)]}',
)
