"""Flow logs go where they last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rackguard_policies.flow_logs import destination, sink
from rackguard_policies.rule import Finding, Parameter, Rule, Unproven
from rackguard_policies.types import FLOW_LOG
from rackguard_policies.values import leaf, seen

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

WANTED = "is a log group or bucket of this stack, or an approved one"
PARAMETERS: Mapping[str, Parameter] = {
    "approved": Parameter(
        default=[],
        schema={"type": "array", "items": {"type": "string", "minLength": 1}},
        words="beginnings of the ARNs of log groups and buckets elsewhere that flow logs may go to",
    )
}


def _judge(subject: Subject) -> Iterator[Verdict]:
    log = subject.resource
    kind = leaf(log.inputs, "logDestinationType")
    if kind.value == "kinesis-data-firehose":
        yield Finding(kind.path, "is cloud-watch-logs or s3: a stream keeps nothing", seen(kind.value))
        return
    if sink(subject.graph, log):
        return
    place = destination(log)
    if place.unknown:
        yield Unproven(place.path, WANTED)
    elif not str(place.value).startswith(tuple(subject.parameters["approved"])):
        yield Finding(place.path, WANTED, seen(place.value))


RULE = Rule(
    id="flowlog-destination",
    title="Flow logs go to a log group or bucket whose keeping is known",
    severity="medium",
    why="Logs that go to a stream, or to a place that nobody has checked, are gone when an inquiry asks for them.",
    fix="Give log_destination the ARN of a log group or bucket of the stack, or put the beginning of its ARN "
    "into the parameter approved.",
    types=(FLOW_LOG,),
    judge=_judge,
    parameters=PARAMETERS,
    before='FlowLog("flows", vpc_id=vpc.id, traffic_type="ALL", log_destination="arn:aws:s3:::somewhere")',
    after='FlowLog("flows", vpc_id=vpc.id, traffic_type="ALL", log_destination=group.arn)',
)
