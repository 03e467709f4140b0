"""Nodes reach AWS's services without the internet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rackguard_policies.endpoints import service
from rackguard_policies.exposure import ways_out_of_subnet
from rackguard_policies.rule import Finding, NotApplicable, Parameter, Rule, Unproven
from rackguard_policies.types import (
    GROUP,
    INSTANCES,
    LAUNCH_TEMPLATE,
    NAT_GATEWAY,
    NETWORK_INTERFACE,
    SUBNET,
    VPC,
    VPC_ENDPOINT,
)
from rackguard_policies.values import leaf

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict

COMPUTE = (*INSTANCES, GROUP, LAUNCH_TEMPLATE, NETWORK_INTERFACE)
SERVICES = {"type": "array", "items": {"type": "string", "minLength": 1}}
PARAMETERS: Mapping[str, Parameter] = {
    "always": Parameter(["s3"], SERVICES, "services that a VPC with machines has an endpoint for"),
    "without_way_out": Parameter(
        ["logs", "ssm"], SERVICES, "further ones that it has an endpoint for where it has no NAT gateway"
    ),
}


def _judge(subject: Subject) -> Iterator[Verdict]:
    graph, vpc = subject.graph, subject.resource
    subnets = graph.dependents(vpc.urn, SUBNET)
    if not any(graph.dependents(subnet.urn, *COMPUTE) for subnet in subnets):
        yield NotApplicable("no machine stands in it")
        return
    endpoints = graph.dependents(vpc.urn, VPC_ENDPOINT)
    there = {service(endpoint) for endpoint in endpoints}
    unknown = any(leaf(endpoint.inputs, "serviceName").unknown for endpoint in endpoints)
    for wanted in _wanted(subject, subnets):
        if wanted not in there:
            words = f"it has an endpoint for {wanted}"
            yield Unproven("", words) if unknown else Finding("", words)


def _wanted(subject: Subject, subnets: tuple[Resource, ...]) -> list[str]:
    parameters, graph = subject.parameters, subject.graph
    way_out = any(
        graph.dependents(subnet.urn, NAT_GATEWAY) or any(ways_out_of_subnet(graph, subnet)) for subnet in subnets
    )
    return [*parameters["always"], *(() if way_out else parameters["without_way_out"])]


RULE = Rule(
    id="stk-vpc-endpoints",
    title="A VPC with machines has endpoints for the services that they use",
    severity="medium",
    why="Data on its way to S3 leaves the VPC without an endpoint; with no way out, nodes reach no service at all.",
    fix="Declare a gateway endpoint for S3; without a NAT gateway also interfaces for CloudWatch Logs and SSM.",
    types=(VPC,),
    judge=_judge,
    parameters=PARAMETERS,
    before='Vpc("network", cidr_block="10.40.0.0/16")',
    after='VpcEndpoint("s3", vpc_id=vpc.id, service_name="com.amazonaws.us-east-2.s3", route_table_ids=[table.id])',
)
