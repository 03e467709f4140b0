"""Alarms do something."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.types import ALARM, COMPOSITE_ALARM
from rackguard_policies.values import leaf
from rackguard_policies.vocabulary import both, every

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict

_NAMES = ("name", "alarmName")
"""Of an alarm of a metric, and of one that is made up of others."""


def _in_another(subject: Subject) -> str:
    """Why one alarm needs no actions: an alarm that is made up of it goes off in its place, and is judged itself."""
    composed = subject.graph.of_type(COMPOSITE_ALARM)
    part = any(_is_part(subject.resource, each) for each in composed if each.urn != subject.resource.urn)
    return "an alarm that is made up of it goes off in its place" if part else ""


def _is_part(alarm: Resource, composed: Resource) -> bool:
    if alarm.urn in composed.property_dependencies.get("alarmRule", ()):
        return True
    rule, name = composed.inputs.get("alarmRule"), alarm.inputs.get("name") or alarm.inputs.get("alarmName")
    named = re.compile(rf'\(\s*"?{re.escape(name)}"?\s*\)') if isinstance(name, str) else None
    return bool(named and isinstance(rule, str) and named.search(rule))


def _perhaps_in_another(subject: Subject) -> bool:
    """True where an alarm whose parts aren't known yet may name this one: in words, as a reference would be known."""
    named = not all(leaf(subject.resource.inputs, key).absent for key in _NAMES)
    others = (each for each in subject.graph.of_type(COMPOSITE_ALARM) if each.urn != subject.resource.urn)
    return named and any(leaf(each.inputs, "alarmRule").unknown for each in others)


def _judge(subject: Subject) -> Iterator[Verdict]:
    for verdict in _acts(subject):
        if isinstance(verdict, Finding) and _perhaps_in_another(subject):
            yield Unproven(verdict.path, f"{verdict.wanted}, or it is part of another alarm")
        else:
            yield verdict


_acts = both(
    every("actionsEnabled").fine_if_absent().unless(_in_another).must_be_on(),
    every("alarmActions").unless(_in_another).must_be_set(),
)

RULE = Rule(
    id="alarm-actions",
    title="An alarm does something when it goes off",
    severity="low",
    why="An alarm that tells nobody is a line in a console that nobody looks at.",
    fix="Give alarm_actions a topic, and leave actions_enabled on.",
    types=(ALARM, COMPOSITE_ALARM),
    judge=_judge,
    before='MetricAlarm("gpu-errors", ...)',
    after='MetricAlarm("gpu-errors", ..., alarm_actions=[topic.arn])',
)
