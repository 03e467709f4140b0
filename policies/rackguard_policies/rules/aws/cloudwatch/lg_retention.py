"""Logs are kept long enough."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.graph.resource import UNKNOWN
from rackguard_policies.data_class import data_class
from rackguard_policies.rule import Finding, Parameter, Rule, Unproven
from rackguard_policies.types import LOG_GROUP
from rackguard_policies.values import leaf, number, seen

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

_DAYS = {"type": "integer", "minimum": 1}


def _judge(subject: Subject) -> Iterator[Verdict]:
    """0 is what the provider puts where nobody has said anything, so that it says nothing either."""
    least, longer = subject.parameters["days"], subject.parameters["evidence_days"]
    class_ = data_class(subject.graph, subject.resource)
    evidence = class_ in subject.parameters["evidence_classes"]
    place = leaf(subject.resource.inputs, "retentionInDays")
    wanted = f"is {longer if evidence else least} or more"
    kept = number(place.value) or 0
    if place.unknown:
        yield Unproven(place.path, wanted)
    elif kept < (longer if evidence else least):
        yield Finding(place.path, wanted, seen(place.value))
    elif class_ is UNKNOWN and kept < longer:
        yield Unproven(place.path, f"is {longer} or more where the class of data is evidence")


RULE = Rule(
    id="lg-retention",
    title="A log group says how long it keeps: a year at least, six years for evidence of health data",
    severity="medium",
    why="Records that are gone when an inquiry asks for them prove nothing.",
    fix="Set retention_in_days to 365 or more, to 2192 for logs of health data; 3653 is the most.",
    types=(LOG_GROUP,),
    judge=_judge,
    parameters={
        "days": Parameter(365, _DAYS, "days that any log is kept at least"),
        "evidence_days": Parameter(2192, _DAYS, "days that logs of `evidence_classes` are kept at least"),
        "evidence_classes": Parameter(
            ["phi"], {"type": "array", "items": {"type": "string"}}, "classes of data whose logs are evidence"
        ),
    },
    before='LogGroup("auth", retention_in_days=30)',
    after='LogGroup("auth", retention_in_days=365)',
)
