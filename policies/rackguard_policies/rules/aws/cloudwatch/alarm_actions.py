"""Alarms do something."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rackguard_policies.rule import Rule
from rackguard_policies.types import ALARM, COMPOSITE_ALARM
from rackguard_policies.vocabulary import both, every

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject


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


RULE = Rule(
    id="alarm-actions",
    title="An alarm does something when it goes off",
    severity="low",
    why="An alarm that tells nobody is a line in a console that nobody looks at.",
    fix="Give alarm_actions a topic, and leave actions_enabled on.",
    types=(ALARM, COMPOSITE_ALARM),
    judge=both(
        every("actionsEnabled").fine_if_absent().unless(_in_another).must_be_on(),
        every("alarmActions").unless(_in_another).must_be_set(),
    ),
    before='MetricAlarm("gpu-errors", ...)',
    after='MetricAlarm("gpu-errors", ..., alarm_actions=[topic.arn])',
)
