"""Internet gateways stand in VPCs that are meant to have one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, NotApplicable, Parameter, Rule, Unproven
from rackguard_policies.types import INTERNET_GATEWAY, INTERNET_GATEWAY_ATTACHMENT, VPC
from rackguard_policies.values import leaf, seen

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

WANTED = "is a VPC of this stack, or one that may have an internet gateway"
PARAMETERS: Mapping[str, Parameter] = {
    "vpc_ids": Parameter(
        default=[],
        schema={"type": "array", "items": {"type": "string", "pattern": "^vpc-"}},
        words="ids of VPCs of others that may have an internet gateway of this stack",
    )
}


def _judge(subject: Subject) -> Iterator[Verdict]:
    found = leaf(subject.resource.inputs, "vpcId")
    sources = subject.graph.sources(subject.resource, "vpcId")
    if found.absent:
        yield NotApplicable("it isn't attached here")
    elif any(source.type == VPC and not source.external for source in sources):
        return
    elif found.unknown and not sources:
        yield Unproven(found.path, WANTED)
    elif found.value not in subject.parameters["vpc_ids"]:
        yield Finding(found.path, WANTED, "" if found.unknown else seen(found.value))


RULE = Rule(
    id="igw-allowed-vpc",
    title="An internet gateway is attached to a VPC of its own stack, or to one that may have it",
    severity="medium",
    why="A gateway in somebody else's VPC opens a network whose owners think that it is closed.",
    fix="Attach it to the stack's own VPC, or put the id of the VPC into the parameter vpc_ids.",
    types=(INTERNET_GATEWAY, INTERNET_GATEWAY_ATTACHMENT),
    judge=_judge,
    parameters=PARAMETERS,
    before='InternetGateway("internet", vpc_id="vpc-0123456789abcdef0")',
    after='InternetGateway("internet", vpc_id=vpc.id)',
)
