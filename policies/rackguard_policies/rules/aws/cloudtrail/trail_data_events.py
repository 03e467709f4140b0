"""Trails record who reads and writes objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.once import once
from rackguard_policies.rule import Finding, NotApplicable, Rule, Unproven
from rackguard_policies.trail_selectors import ADVANCED, selected, unknown_selectors
from rackguard_policies.types import TRAIL

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard_policies.rule import Subject, Verdict

WANTED = "selects data events of AWS::S3::Object, read and written"


def _judge(subject: Subject) -> Iterator[Verdict]:
    trail = subject.resource
    if any(selected(trail)):
        return
    if _some_trail_records(subject.graph):
        yield NotApplicable("another trail of the stack records them")
    elif place := unknown_selectors(trail):
        yield Unproven(place.path, WANTED)
    else:
        yield Finding(ADVANCED, WANTED)


@once
def _some_trail_records(graph: Graph) -> bool:
    return any(any(selected(trail)) for trail in graph.of_type(TRAIL))


RULE = Rule(
    id="trail-data-events",
    title="A trail records who reads and writes objects in buckets",
    severity="high",
    why="A trail records by itself how buckets are set up, and not who took data out of them.",
    fix='Add event_selectors with read_write_type "All" and data_resources of AWS::S3::Object, or '
    "advanced_event_selectors that say the same.",
    types=(TRAIL,),
    judge=_judge,
    before='Trail("audit", s3_bucket_name=logs.id)',
    after='Trail("audit", ..., event_selectors=[{"data_resources": [{"type": "AWS::S3::Object", "values": [arn]}]}])',
)
