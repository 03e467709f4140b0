"""PutScheduledUpdateGroupAction and PutLifecycleHook: what is sent, and what Auto Scaling says.

Source: EC2 Auto Scaling API reference, 2026.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from tests.aws.opinion.as_call import as_call
from tests.aws.opinion.existing import GROUP, Lookup, Thing, found
from tests.aws.opinion.service_model import input_shape, problems

_HEARTBEAT_SECONDS = (30, 7200)
_TRANSITIONS = {"autoscaling:EC2_INSTANCE_LAUNCHING", "autoscaling:EC2_INSTANCE_TERMINATING"}


def schedule_refused(inputs: Thing, lookup: Lookup) -> Iterator[str]:
    """What is wrong with a scheduled action; whether its start is past depends on the day."""
    shape = input_shape("autoscaling", "PutScheduledUpdateGroupAction")
    names = ("scheduledActionName", "recurrence", "timeZone", "startTime", "endTime")
    sizes = {name: inputs.get(name) for name in ("minSize", "maxSize", "desiredCapacity") if inputs.get(name) != -1}
    made = as_call(shape, {**{name: inputs.get(name) for name in names}, **sizes})
    made["AutoScalingGroupName"] = inputs["autoscalingGroupName"]
    yield from problems("autoscaling", "PutScheduledUpdateGroupAction", made)
    yield from _group_missing(inputs, lookup)
    if not sizes:
        yield "ValidationError: At least one of MinSize, MaxSize and DesiredCapacity must be specified"
    least, most = made.get("MinSize", 0), made.get("MaxSize", made.get("DesiredCapacity", 0))
    if not least <= made.get("DesiredCapacity", least) <= most:
        yield f"ValidationError: DesiredCapacity must be between MinSize, {least}, and MaxSize, {most}"
    start, end = inputs.get("startTime"), inputs.get("endTime")
    if start and end and datetime.fromisoformat(start) >= datetime.fromisoformat(end):
        yield f"ValidationError: EndTime, {end}, must be after StartTime, {start}"


def hook_refused(inputs: Thing, lookup: Lookup) -> Iterator[str]:
    """What is wrong with a lifecycle hook."""
    shape = input_shape("autoscaling", "PutLifecycleHook")
    names = ("lifecycleTransition", "heartbeatTimeout", "defaultResult", "notificationMetadata")
    made = as_call(shape, {name: inputs.get(name) for name in names})
    made |= {"LifecycleHookName": inputs["name"], "AutoScalingGroupName": inputs["autoscalingGroupName"]}
    yield from problems("autoscaling", "PutLifecycleHook", made)
    yield from _group_missing(inputs, lookup)
    seconds, (least, most) = made.get("HeartbeatTimeout", 3600), _HEARTBEAT_SECONDS
    if not least <= seconds <= most:
        yield f"ValidationError: HeartbeatTimeout is {seconds}; {least} to {most} allowed"
    if made.get("DefaultResult", "ABANDON") not in ("ABANDON", "CONTINUE"):
        yield f"ValidationError: DefaultResult is {made['DefaultResult']}; ABANDON or CONTINUE allowed"
    if made.get("LifecycleTransition") not in _TRANSITIONS:
        yield f"ValidationError: LifecycleTransition is {made.get('LifecycleTransition')}; no such transition"


def _group_missing(inputs: Thing, lookup: Lookup) -> Iterator[str]:
    name = inputs["autoscalingGroupName"]
    if found(lookup, GROUP, "name", name) is None:
        yield f"ValidationError: AutoScalingGroup name not found - {name}"
