"""What flow logs are written to keeps them, encrypted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rackguard_policies.flow_logs import sink
from rackguard_policies.rule import Finding, NotApplicable, Parameter, Rule, Unproven
from rackguard_policies.types import BUCKET, BUCKET_ENCRYPTION, BUCKET_PUBLIC_ACCESS_BLOCK, FLOW_LOG
from rackguard_policies.values import leaf, number, seen

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict

PARAMETERS: Mapping[str, Parameter] = {
    "days": Parameter(365, {"type": "integer", "minimum": 1}, "days for which flow logs are kept at least")
}
COMPANIONS = {
    BUCKET_ENCRYPTION: "it has an encryption configuration",
    BUCKET_PUBLIC_ACCESS_BLOCK: "it has a public-access block",
}


def _judge(subject: Subject) -> Iterator[Verdict]:
    found = sink(subject.graph, subject.resource)
    if found is None:
        yield NotApplicable("where it goes isn't in the stack")
    elif found.type == BUCKET:
        for companion, wanted in COMPANIONS.items():
            if not subject.graph.dependents(found.urn, companion):
                yield Finding("", wanted, urn=found.urn)
    else:
        yield from _log_group(found, subject.parameters["days"])


def _log_group(group: Resource, least: int) -> Iterator[Verdict]:
    key, days = leaf(group.inputs, "kmsKeyId"), leaf(group.inputs, "retentionInDays")
    if key.absent:
        yield Finding(key.path, "is set", "nothing", group.urn)
    wanted = f"is {least} or more"
    if days.unknown:
        yield Unproven(days.path, wanted, group.urn)
    elif (number(days.value) or 0) < least:  # 0 is what the provider puts where nobody has said anything
        yield Finding(days.path, wanted, seen(days.value), group.urn)


RULE = Rule(
    id="stk-flow-log-sink",
    title="The log group or bucket of flow logs keeps them long enough, with a key",
    severity="medium",
    why="Flow logs that are gone after a week, or that anybody in the account can read, prove nothing.",
    fix="Give the log group retention_in_days of 365 or more and kms_key_id; give the bucket its encryption and "
    "a BucketPublicAccessBlock.",
    types=(FLOW_LOG,),
    judge=_judge,
    parameters=PARAMETERS,
    before='LogGroup("flows", retention_in_days=7)',
    after='LogGroup("flows", retention_in_days=365, kms_key_id=key.arn)',
)
