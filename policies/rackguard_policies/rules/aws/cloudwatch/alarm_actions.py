"""Alarms do something."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import ALARM
from rackguard_policies.vocabulary import both, every

RULE = Rule(
    id="alarm-actions",
    title="An alarm does something when it goes off",
    severity="low",
    why="An alarm that tells nobody is a line in a console that nobody looks at.",
    fix="Give alarm_actions a topic, and leave actions_enabled on.",
    types=(ALARM,),
    judge=both(every("actionsEnabled").fine_if_absent().must_be_on(), every("alarmActions").must_be_set()),
    before='MetricAlarm("gpu-errors", ...)',
    after='MetricAlarm("gpu-errors", ..., alarm_actions=[topic.arn])',
)
