"""Ways out of a new VPC: the internet gateway, NAT gateways, and a route table for each subnet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pulumi import ResourceOptions
from pulumi_aws import ec2

from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pulumi import Resource

    from rackguard.plan.types import NetworkPlan, Subnet

ANYWHERE = "0.0.0.0/0"


@record
class MadeRoutes:
    """The route tables, and what must be there before a machine finds its way out."""

    tables: tuple[ec2.RouteTable, ...]
    ready: tuple[Resource, ...]


@record
class _WaysOut:
    """The gateways of the VPC; those for NAT by their zones."""

    internet: ec2.InternetGateway | None
    nat: Mapping[str, ec2.NatGateway]


def make_routes(
    name: str,
    plan: NetworkPlan,
    vpc: ec2.Vpc,
    subnets: Mapping[Subnet, ec2.Subnet],
    tags: Mapping[str, str],
    parent: Resource,
) -> MadeRoutes:
    """Every gateway, and a table for each subnet: `name-internet`, `name-nat-<zone>`, `name-<role>-<zone>-routes`."""
    ways_out = _gateways(name, plan, vpc, subnets, tags, parent)
    options = ResourceOptions(parent=parent)
    tables: list[ec2.RouteTable] = []
    ready: list[Resource] = []
    for subnet, made in subnets.items():
        of_subnet = f"{name}-{subnet.role}-{subnet.zone_id}"
        table = ec2.RouteTable(f"{of_subnet}-routes", vpc_id=vpc.id, tags={**tags, "Name": subnet.name}, opts=options)
        association = ec2.RouteTableAssociation(
            f"{of_subnet}-association", route_table_id=table.id, subnet_id=made.id, opts=options
        )
        tables.append(table)
        ready += [*_default_route(f"{of_subnet}-default-route", subnet, table, ways_out, options), association]
    return MadeRoutes(tuple(tables), tuple(ready))


def _gateways(
    name: str,
    plan: NetworkPlan,
    vpc: ec2.Vpc,
    subnets: Mapping[Subnet, ec2.Subnet],
    tags: Mapping[str, str],
    parent: Resource,
) -> _WaysOut:
    if not plan.internet_gateway:
        return _WaysOut(None, {})
    internet = ec2.InternetGateway(
        f"{name}-internet",
        vpc_id=vpc.id,
        tags={**tags, "Name": plan.vpc_name},
        opts=ResourceOptions(parent=parent),
    )
    public = [subnet for subnet in subnets if subnet.role == "public" and subnet.zone_id in plan.nat_zone_ids]
    # A public address works, and goes away, only while the VPC has its internet gateway.
    options = ResourceOptions(parent=parent, depends_on=[internet])
    nat = {
        subnet.zone_id: _nat(f"{name}-nat-{subnet.zone_id}", subnets[subnet], {**tags, "Name": subnet.name}, options)
        for subnet in public
    }
    return _WaysOut(internet, nat)


def _nat(name: str, subnet: ec2.Subnet, tags: Mapping[str, str], options: ResourceOptions) -> ec2.NatGateway:
    address = ec2.Eip(f"{name}-address", domain="vpc", tags=dict(tags), opts=options)
    return ec2.NatGateway(
        name,
        connectivity_type="public",
        allocation_id=address.allocation_id,
        subnet_id=subnet.id,
        tags=dict(tags),
        opts=options,
    )


def _default_route(
    name: str, subnet: Subnet, table: ec2.RouteTable, ways_out: _WaysOut, options: ResourceOptions
) -> list[Resource]:
    """The way out of a subnet; none for nodes of a VPC without NAT."""
    if subnet.role == "nodes" and subnet.nat_zone_id is None:
        return []
    nat = ways_out.nat[subnet.nat_zone_id] if subnet.nat_zone_id else None
    internet = ways_out.internet if subnet.role == "public" else None
    return [
        ec2.Route(
            name,
            route_table_id=table.id,
            destination_cidr_block=ANYWHERE,
            gateway_id=internet.id if internet else None,
            nat_gateway_id=nat.id if nat else None,
            opts=options,
        )
    ]
