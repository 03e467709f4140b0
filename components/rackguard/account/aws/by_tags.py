"""EC2's resources, whose ids are AWS' own: found by the tags that they were made with, told apart by other inputs.

EC2 has the tags from the moment in which it makes a resource. A terminated instance or a deleted gateway is listed for
about an hour more. Source: the Describe actions of the EC2 API reference, and "Import" of each resource in the registry
of Pulumi's AWS provider 7.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any, cast

from rackguard.account.aws.questions import Questions
from rackguard.account.cloud import Found
from rackguard.graph.resource import Value
from rackguard.record import record

GONE = frozenset(
    {
        "cancelled",
        "delete-complete",
        "delete-in-progress",
        "deleted",
        "deleting",
        "expired",
        "failed",
        "shutting-down",
        "terminated",
    }
)
"""States, in small letters, in which a resource is listed that is no more, or soon won't be."""
CLUSTER = "rackguard:cluster"
"""The tag that everything of a cluster has."""
MADE_BY_A_GROUP = "aws:autoscaling:groupName"
"""A tag of nodes: their Auto Scaling group has them, and no state."""


@record
class Kind:
    """How a type is listed, and what of its inputs shows in the answer."""

    operation: str
    listed: str
    id: str
    same: Mapping[str, str]
    """Answer's key by input; `ReferencedGroupInfo.GroupId` is a key within one."""
    state: str = "State"
    fixed: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What the answer must hold, whatever the inputs."""
    filters: str = "Filters"


_RULE = {
    "securityGroupId": "GroupId",
    "ipProtocol": "IpProtocol",
    "fromPort": "FromPort",
    "toPort": "ToPort",
    "cidrIpv4": "CidrIpv4",
    "cidrIpv6": "CidrIpv6",
    "prefixListId": "PrefixListId",
    "referencedSecurityGroupId": "ReferencedGroupInfo.GroupId",
}


def _rule(*, egress: bool) -> Kind:
    return Kind(
        "describe_security_group_rules",
        "SecurityGroupRules",
        "SecurityGroupRuleId",
        _RULE,
        fixed={"IsEgress": egress},
    )


KINDS: dict[str, Kind] = {
    "aws:ec2/capacityReservation:CapacityReservation": Kind(
        "describe_capacity_reservations",
        "CapacityReservations",
        "CapacityReservationId",
        {"instanceType": "InstanceType", "instanceCount": "TotalInstanceCount"},
    ),
    "aws:ec2/eip:Eip": Kind("describe_addresses", "Addresses", "AllocationId", {}),
    "aws:ec2/flowLog:FlowLog": Kind(
        "describe_flow_logs", "FlowLogs", "FlowLogId", {"vpcId": "ResourceId"}, "FlowLogStatus", filters="Filter"
    ),
    "aws:ec2/instance:Instance": Kind(
        "describe_instances",
        "Reservations.Instances",
        "InstanceId",
        {"subnetId": "SubnetId", "instanceType": "InstanceType"},
        "State.Name",
    ),
    "aws:ec2/internetGateway:InternetGateway": Kind(
        "describe_internet_gateways", "InternetGateways", "InternetGatewayId", {}
    ),
    "aws:ec2/launchTemplate:LaunchTemplate": Kind(
        "describe_launch_templates", "LaunchTemplates", "LaunchTemplateId", {"name": "LaunchTemplateName"}
    ),
    "aws:ec2/natGateway:NatGateway": Kind(
        "describe_nat_gateways", "NatGateways", "NatGatewayId", {"subnetId": "SubnetId"}, filters="Filter"
    ),
    "aws:ec2/placementGroup:PlacementGroup": Kind(
        "describe_placement_groups", "PlacementGroups", "GroupName", {"name": "GroupName"}
    ),
    "aws:ec2/routeTable:RouteTable": Kind("describe_route_tables", "RouteTables", "RouteTableId", {"vpcId": "VpcId"}),
    "aws:ec2/securityGroup:SecurityGroup": Kind(
        "describe_security_groups", "SecurityGroups", "GroupId", {"vpcId": "VpcId", "name": "GroupName"}
    ),
    "aws:ec2/subnet:Subnet": Kind(
        "describe_subnets", "Subnets", "SubnetId", {"vpcId": "VpcId", "cidrBlock": "CidrBlock"}
    ),
    "aws:ec2/vpc:Vpc": Kind("describe_vpcs", "Vpcs", "VpcId", {"cidrBlock": "CidrBlock"}),
    "aws:ec2/vpcEndpoint:VpcEndpoint": Kind(
        "describe_vpc_endpoints", "VpcEndpoints", "VpcEndpointId", {"vpcId": "VpcId", "serviceName": "ServiceName"}
    ),
    "aws:ec2transitgateway/instanceConnectEndpoint:InstanceConnectEndpoint": Kind(
        "describe_instance_connect_endpoints",
        "InstanceConnectEndpoints",
        "InstanceConnectEndpointId",
        {"subnetId": "SubnetId"},
    ),
    "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule": _rule(egress=True),
    "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule": _rule(egress=False),
}


def find(questions: Questions, type_: str, inputs: Mapping[str, Value]) -> Iterator[Found]:
    """What exists with all tags of the inputs, and with what else of them shows."""
    kind = KINDS[type_]
    tags = tags_of(inputs)
    for item in _listed(questions, kind, tags):
        if tags.items() <= answered_tags(item).items() and _fits(kind, item, inputs):
            yield _found(type_, kind, item)


def with_tags(questions: Questions, type_: str, tags: Mapping[str, str]) -> Iterator[Found]:
    """What exists of a type with these tags, but for what a group or a network has made for itself."""
    kind = KINDS[type_]
    for item in _listed(questions, kind, tags):
        its = answered_tags(item)
        if tags.items() <= its.items() and MADE_BY_A_GROUP not in its and item.get("GroupName") != "default":
            yield _found(type_, kind, item)


def tags_of(inputs: Mapping[str, Value]) -> dict[str, str]:
    """The tags that a resource was to be made with; none where it isn't known which."""
    found: Any = inputs.get("tags")
    tags = cast("dict[str, Any]", found) if isinstance(found, dict) else {}
    return {key: value for key, value in tags.items() if isinstance(value, str)}


def answered_tags(item: Mapping[str, Any]) -> dict[str, str]:
    """The tags of an answer's item."""
    tags: list[dict[str, str]] = item.get("Tags") or []
    return {tag["Key"]: tag.get("Value", "") for tag in tags}


def _listed(questions: Questions, kind: Kind, tags: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    one = CLUSTER if CLUSTER in tags else min(tags, default="")
    given: dict[str, Any] = {kind.filters: [{"Name": f"tag:{one}", "Values": [tags[one]]}]} if one else {}
    for item in questions.each("ec2", kind.operation, kind.listed, **given):
        if str(_at(item, kind.state)).lower() not in GONE and all(item.get(k) == v for k, v in kind.fixed.items()):
            yield item


def _fits(kind: Kind, item: Mapping[str, Any], inputs: Mapping[str, Value]) -> bool:
    """True where every input that shows is the same; for a protocol of all, EC2 answers ports of its own."""
    for name, key in kind.same.items():
        wanted, answered = inputs.get(name), _at(item, key)
        if name in ("fromPort", "toPort") and wanted is None and answered in (None, -1):
            continue
        if not isinstance(wanted, (str, int, float)):
            if name in _RULE and answered is not None:
                return False
            continue
        if str(wanted) != str(answered):
            return False
    return True


def _found(type_: str, kind: Kind, item: Mapping[str, Any]) -> Found:
    id_ = item[kind.id]
    status = _at(item, kind.state)
    name = answered_tags(item).get("Name", "")
    return Found(type_, id_, id_, status if isinstance(status, str) else "", name)


def _at(item: Mapping[str, Any], path: str) -> Any:
    found: Any = item
    for key in path.split("."):
        found = cast("dict[str, Any]", found).get(key) if isinstance(found, dict) else None
    return found
