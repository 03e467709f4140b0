"""EC2's Describe actions over the store: items as the API reference has them, deleted ones for a while more.

Rules, routes and associations are what they are in EC2: parts of answers, or items with a group's id in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.engine.double.aws import references
from tests.engine.double.store import Store, Thing

Item = dict[str, Any]
_RULES = {
    "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule": True,
    "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule": False,
}


class Refused(Exception):
    """What AWS says no to: its code, then its message."""


def _item(**keys: str) -> Callable[[Thing], Item]:
    """An item whose keys are the thing's properties: `VpcId="id"`."""

    def of(thing: Thing) -> Item:
        known = {**thing.properties, "id": thing.id}
        return {key: known[name] for key, name in keys.items() if known.get(name) not in (None, "")}

    return of


def _rule(thing: Thing) -> Item:
    given = thing.properties
    item = _item(
        SecurityGroupRuleId="id",
        GroupId="securityGroupId",
        IpProtocol="ipProtocol",
        CidrIpv4="cidrIpv4",
        CidrIpv6="cidrIpv6",
        PrefixListId="prefixListId",
    )(thing)
    # EC2 answers -1 where a rule has no ports.
    item |= {"FromPort": given.get("fromPort") or -1, "ToPort": given.get("toPort") or -1}
    if given.get("referencedSecurityGroupId"):
        item["ReferencedGroupInfo"] = {"GroupId": given["referencedSecurityGroupId"]}
    return {**item, "IsEgress": _RULES[thing.type]}


def _instance(thing: Thing) -> Item:
    return {
        **_item(InstanceId="id", SubnetId="subnetId", InstanceType="instanceType")(thing),
        "State": {"Name": "running"},
    }


_ACTIONS: dict[str, tuple[str, Callable[[Thing], Item], tuple[str, ...]]] = {
    "DescribeAddresses": ("Addresses", _item(AllocationId="id"), (references.EIP,)),
    "DescribeCapacityReservations": (
        "CapacityReservations",
        _item(CapacityReservationId="id", InstanceType="instanceType", TotalInstanceCount="instanceCount"),
        ("aws:ec2/capacityReservation:CapacityReservation",),
    ),
    "DescribeFlowLogs": ("FlowLogs", _item(FlowLogId="id", ResourceId="vpcId"), ("aws:ec2/flowLog:FlowLog",)),
    "DescribeInstanceConnectEndpoints": (
        "InstanceConnectEndpoints",
        _item(InstanceConnectEndpointId="id", SubnetId="subnetId"),
        ("aws:ec2transitgateway/instanceConnectEndpoint:InstanceConnectEndpoint",),
    ),
    "DescribeInstances": ("Reservations", _instance, ("aws:ec2/instance:Instance",)),
    "DescribeInternetGateways": (
        "InternetGateways",
        _item(InternetGatewayId="id"),
        ("aws:ec2/internetGateway:InternetGateway",),
    ),
    "DescribeLaunchTemplates": (
        "LaunchTemplates",
        _item(LaunchTemplateId="id", LaunchTemplateName="name"),
        (references.TEMPLATE,),
    ),
    "DescribeNatGateways": (
        "NatGateways",
        _item(NatGatewayId="id", SubnetId="subnetId"),
        ("aws:ec2/natGateway:NatGateway",),
    ),
    "DescribePlacementGroups": ("PlacementGroups", _item(GroupName="name"), (references.PLACEMENT,)),
    "DescribeRouteTables": ("RouteTables", _item(RouteTableId="id", VpcId="vpcId"), (references.ROUTES,)),
    "DescribeSecurityGroupRules": ("SecurityGroupRules", _rule, tuple(_RULES)),
    "DescribeSecurityGroups": (
        "SecurityGroups",
        _item(GroupId="id", VpcId="vpcId", GroupName="name"),
        (references.SECURITY, "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup"),
    ),
    "DescribeSubnets": (
        "Subnets",
        _item(SubnetId="id", VpcId="vpcId", CidrBlock="cidrBlock"),
        (references.SUBNET,),
    ),
    "DescribeVpcEndpoints": (
        "VpcEndpoints",
        _item(VpcEndpointId="id", VpcId="vpcId", ServiceName="serviceName"),
        ("aws:ec2/vpcEndpoint:VpcEndpoint",),
    ),
    "DescribeVpcs": ("Vpcs", _item(VpcId="id", CidrBlock="cidrBlock"), (references.VPC,)),
}
_STATES = {
    "DescribeCapacityReservations": ("active", "cancelled"),
    "DescribeInstanceConnectEndpoints": ("create-complete", "delete-complete"),
    "DescribeNatGateways": ("available", "deleted"),
    "DescribePlacementGroups": ("available", "deleted"),
    "DescribeSubnets": ("available", None),
    "DescribeVpcEndpoints": ("available", "deleted"),
    "DescribeVpcs": ("available", None),
}
"""The State of what is there, and of what is listed though it is gone (None: it isn't listed)."""


def describe(store: Store, action: str, asked: dict[str, Any]) -> Item:
    """The answer to a Describe action.

    Raises:
        Refused: EC2 knows no such filter, or the action isn't answered here.
    """
    if action not in _ACTIONS:
        raise Refused("InvalidAction", f"the double's API does not answer {action}")
    listed, shape, types = _ACTIONS[action]
    filters = asked.get("Filters") or asked.get("Filter") or []
    items = [item for item in _items(store, action, shape, types) if all(_passes(item, one) for one in filters)]
    return {listed: [{"Instances": items}] if listed == "Reservations" else items}


def _items(store: Store, action: str, shape: Callable[[Thing], Item], types: tuple[str, ...]) -> Iterator[Item]:
    there, gone = _STATES.get(action, (None, None))
    for kind in types:
        for thing in store.list(kind):
            parts = _parts_of_table(store, thing) if kind == references.ROUTES else {}
            yield {**_tagged(shape(thing), thing), **({"State": there} if there else {}), **parts}
        for thing in store.gone:
            if thing.type == kind and gone:
                yield {**_tagged(shape(thing), thing), "State": gone}
            if thing.type == kind == "aws:ec2/instance:Instance":
                yield {**_tagged(shape(thing), thing), "State": {"Name": "terminated"}}


def _parts_of_table(store: Store, table: Thing) -> Item:
    routes = [
        {"DestinationCidrBlock": one.properties["destinationCidrBlock"], "Origin": "CreateRoute"}
        for one in store.list("aws:ec2/route:Route")
        if one.properties["routeTableId"] == table.id
    ]
    associations = [
        {"RouteTableAssociationId": one.id, "SubnetId": one.properties["subnetId"], "RouteTableId": table.id}
        for one in store.list("aws:ec2/routeTableAssociation:RouteTableAssociation")
        if one.properties["routeTableId"] == table.id
    ]
    own = {"DestinationCidrBlock": "10.0.0.0/8", "Origin": "CreateRouteTable"}
    return {"Routes": [own, *routes], "Associations": associations}


def _tagged(item: Item, thing: Thing) -> Item:
    tags: dict[str, str] = thing.properties.get("tags") or {}
    return {**item, "Tags": [{"Key": key, "Value": value} for key, value in tags.items()]}


def _passes(item: Item, wanted: Item) -> bool:
    name, values = wanted["Name"], wanted["Values"]
    if name.startswith("tag:"):
        return any(tag["Key"] == name[4:] and tag["Value"] in values for tag in item["Tags"])
    if name == "route-table-id" and "RouteTableId" in item:
        return item["RouteTableId"] in values
    raise Refused("InvalidParameterValue", f"The filter '{name}' is invalid")
