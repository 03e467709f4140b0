"""Every VPC has flow logs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, Rule
from rackguard_policies.types import DEFAULT_VPC, FLOW_LOG, SUBNET, VPC

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    graph, urn = subject.graph, subject.resource.urn
    subnets = graph.dependents(urn, SUBNET)
    if not _logged(subject, urn, "vpcId") and not (
        subnets and all(_logged(subject, subnet.urn, "subnetId") for subnet in subnets)
    ):
        yield Finding("", "it, or each of its subnets, has a flow log")


def _logged(subject: Subject, urn: str, key: str) -> bool:
    logs = subject.graph.dependents(urn, FLOW_LOG)
    return any(urn in log.property_dependencies.get(key, ()) for log in logs)


RULE = Rule(
    id="stk-vpc-flow-log",
    title="Every VPC, or each of its subnets, has a flow log",
    severity="medium",
    why="Without flow logs nobody can say afterwards who talked to a node, and where data went.",
    fix="Declare an ec2.FlowLog with the VPC's id and traffic_type ALL.",
    types=(VPC, DEFAULT_VPC),
    judge=_judge,
    before='Vpc("network", cidr_block="10.40.0.0/16")',
    after='FlowLog("flows", vpc_id=vpc.id, traffic_type="ALL", log_destination=group.arn)',
)
