"""VPC endpoints: AWS services without the way through the internet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pulumi import ResourceOptions
from pulumi_aws import ec2

from rackguard.aws.role import as_json
from rackguard.plan.policy_document import document
from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pulumi import Input, Resource

    from rackguard.plan.types import Endpoint


@record
class EndpointPlaces:
    """Where endpoints stand: gateways in route tables; interfaces in subnets (one a zone) behind a security group."""

    vpc_id: Input[str]
    route_table_ids: Sequence[Input[str]]
    subnet_ids: Sequence[Input[str]]
    security_group_ids: Sequence[Input[str]]


def make_endpoints(
    name: str, plans: Iterable[Endpoint], places: EndpointPlaces, tags: Mapping[str, str], parent: Resource
) -> tuple[ec2.VpcEndpoint, ...]:
    """The endpoints, named `name-endpoint-<service>` in the stack."""
    return tuple(_endpoint(name, plan, places, {**tags, "Name": plan.name}, parent) for plan in plans)


def _endpoint(
    name: str, plan: Endpoint, places: EndpointPlaces, tags: Mapping[str, str], parent: Resource
) -> ec2.VpcEndpoint:
    interface = plan.type == "Interface"
    return ec2.VpcEndpoint(
        f"{name}-endpoint-{_short(plan.service)}",
        vpc_id=places.vpc_id,
        service_name=plan.service,
        vpc_endpoint_type=plan.type,
        route_table_ids=None if interface else places.route_table_ids,
        subnet_ids=places.subnet_ids if interface else None,
        security_group_ids=places.security_group_ids if interface else None,
        private_dns_enabled=True if interface else None,
        policy=as_json(document(plan.policy_statements)) if plan.policy_statements else None,
        tags=dict(tags),
        opts=ResourceOptions(parent=parent),
    )


def _short(service: str) -> str:
    """`ecr-api` of `com.amazonaws.us-east-2.ecr.api`; in China some begin with `cn.com.amazonaws`."""
    return service.partition("amazonaws.")[2].partition(".")[2].replace(".", "-")
