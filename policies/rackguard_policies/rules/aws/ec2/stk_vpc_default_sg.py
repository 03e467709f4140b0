"""Every VPC's default group is adopted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, Rule
from rackguard_policies.types import DEFAULT_SECURITY_GROUP, DEFAULT_VPC, VPC

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    urn = subject.resource.urn
    adopted = subject.graph.dependents(urn, DEFAULT_SECURITY_GROUP)
    if not any(urn in group.property_dependencies.get("vpcId", ()) for group in adopted):
        yield Finding("", "its default security group is adopted, to be emptied")


RULE = Rule(
    id="stk-vpc-default-sg",
    title="Every VPC has its default security group adopted",
    severity="high",
    why="AWS makes the default group with rules that let its members talk to each other and to everywhere.",
    fix="Declare an ec2.DefaultSecurityGroup with the VPC's id and no rules.",
    types=(VPC, DEFAULT_VPC),
    judge=_judge,
    before='Vpc("network", cidr_block="10.40.0.0/16")',
    after='DefaultSecurityGroup("default", vpc_id=vpc.id, ingress=[], egress=[])',
)
