"""The VPC and the subnets that the stack names are there, as declared, with room and a way out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rackguard.account.preflight.check import Check
from rackguard.account.preflight.outcome import Outcome, Status
from rackguard.plan.cidr import AWS_KEPT

if TYPE_CHECKING:
    from rackguard.account.aws.questions import Questions
    from rackguard.account.preflight.subject import Subject
    from rackguard.plan.types import Subnet
    from rackguard.spec.network import ExistingVpc

_ID = "existing_network"
_WHERE = "network"
_EVERYWHERE = "0.0.0.0/0"


def _run(subject: Subject, questions: Questions) -> Iterator[Outcome]:
    declared = subject.stack.cluster.network.existing
    if declared is None:
        return
    asked = {"Filters": [{"Name": "vpc-id", "Values": [declared.vpc_id]}]}
    vpc = next(questions.each("ec2", "describe_vpcs", "Vpcs", **asked), None)
    if vpc is None:
        message = f"there is no VPC {declared.vpc_id} in {subject.plan.region} that the account may use"
        yield _said("problem", message, "Correct `network.existing.vpc_id`.")
        return
    found = [*_vpc(vpc, declared), *_dns(subject, questions, declared.vpc_id)]
    yield from found
    if not found:
        yield _said("ok", f"the VPC {declared.vpc_id} is there, with DNS")
    tables = [*questions.each("ec2", "describe_route_tables", "RouteTables", **asked)]
    ids = [subnet.existing_id for subnet in subject.plan.network.subnets if subnet.existing_id]
    listed = [{"Name": "subnet-id", "Values": ids}]
    known = {one.get("SubnetId"): one for one in questions.each("ec2", "describe_subnets", "Subnets", Filters=listed)}
    for subnet in subject.plan.network.subnets:
        yield from _subnet(subject, questions, subnet, known.get(subnet.existing_id), tables)


def _vpc(vpc: dict[str, Any], declared: ExistingVpc) -> Iterator[Outcome]:
    ranges = [str(one.get("CidrBlock", "")) for one in vpc.get("CidrBlockAssociationSet", ())]
    ranges = ranges or [str(vpc.get("CidrBlock", ""))]
    if declared.cidr and declared.cidr not in ranges:
        message = f"the VPC {declared.vpc_id} has the range {' and '.join(ranges)}; the stack says {declared.cidr}"
        yield _said("problem", message, "Correct `network.existing.cidr`.")


def _dns(subject: Subject, questions: Questions, vpc_id: str) -> Iterator[Outcome]:
    wanted = {"enableDnsSupport": "EnableDnsSupport"}
    if subject.plan.storage.efs:  # EFS is mounted by a name that only these make known
        wanted["enableDnsHostnames"] = "EnableDnsHostnames"
    for attribute, key in wanted.items():
        answer = questions.ask("ec2", "describe_vpc_attribute", VpcId=vpc_id, Attribute=attribute)
        if not answer.get(key, {}).get("Value", False):
            option = "dns-support" if attribute == "enableDnsSupport" else "dns-hostnames"
            command = f"aws ec2 modify-vpc-attribute --vpc-id {vpc_id} --enable-{option} --region {subject.plan.region}"
            effect = "nodes find no service" if option == "dns-support" else "nodes can't find their EFS"
            yield _said("problem", f"the VPC {vpc_id} has {attribute} off: {effect}", "Turn it on.", command)


def _subnet(
    subject: Subject,
    questions: Questions,
    subnet: Subnet,
    known: dict[str, Any] | None,
    tables: Sequence[dict[str, Any]],
) -> Iterator[Outcome]:
    declared = subject.stack.cluster.network.existing
    if known is None or declared is None:
        message = f"there is no subnet {subnet.existing_id} in {subject.plan.region} that the account may use"
        yield _said("problem", message, "Correct its `id` under `network.existing.subnets`.")
        return
    found = [*_as_declared(subnet, known, declared.vpc_id)]
    if not found:
        found += [*_room(subject, questions, subnet, known), *_way_out(subnet, declared.vpc_id, tables)]
    yield from found
    if not any(outcome.status == "problem" for outcome in found):
        free, needed = int(known.get("AvailableIpAddressCount", 0)), subnet.needed_addresses - AWS_KEPT
        yield _said("ok", f"the subnet {subnet.existing_id} is in {subnet.zone_id}: {free:,} free of {needed:,} needed")


def _as_declared(subnet: Subnet, known: dict[str, Any], vpc_id: str) -> Iterator[Outcome]:
    name = f"the subnet {subnet.existing_id}"
    for key, said, noun in (("VpcId", vpc_id, "VPC"), ("AvailabilityZoneId", subnet.zone_id, "zone")):
        if known.get(key) != said:
            message = f"{name} is in the {noun} {known.get(key)}; the stack says {said}"
            yield _said("problem", message, "Correct it under `network.existing`.")
    if subnet.cidr and known.get("CidrBlock") != subnet.cidr:
        message = f"{name} has the range {known.get('CidrBlock')}; the stack says {subnet.cidr}"
        yield _said("problem", message, "Correct its `cidr` under `network.existing.subnets`.")
    if (state := known.get("State", "available")) != "available":
        yield _said("problem", f"{name} is {state}", "Name a subnet that is available.")


def _room(subject: Subject, questions: Questions, subnet: Subnet, known: dict[str, Any]) -> Iterator[Outcome]:
    """Addresses that the plan needs at most, less those that the cluster's nodes have already."""
    free, needed = int(known.get("AvailableIpAddressCount", 0)), subnet.needed_addresses - AWS_KEPT
    if free >= needed:
        return
    filters = [
        {"Name": "subnet-id", "Values": [str(subnet.existing_id)]},
        {"Name": "tag:rackguard:cluster", "Values": [subject.plan.name]},
    ]
    interfaces = questions.each("ec2", "describe_network_interfaces", "NetworkInterfaces", Filters=filters)
    own = sum(len(interface.get("PrivateIpAddresses", ())) for interface in interfaces)
    if free + own < needed:
        used = f", and {own:,} are the cluster's" if own else ""
        message = f"the subnet {subnet.existing_id} has {free:,} free addresses{used}; {needed:,} are needed"
        yield _said("problem", message, "Free some, name a larger subnet, or lower `nodes.max`.")


def _way_out(subnet: Subnet, vpc_id: str, tables: Sequence[dict[str, Any]]) -> Iterator[Outcome]:
    name = f"the subnet {subnet.existing_id}"
    route = _default_route(_table(str(subnet.existing_id), vpc_id, tables))
    gateway = str((route or {}).get("GatewayId", ""))
    if subnet.role == "public":
        if not gateway.startswith("igw-"):
            message = f"{name} is declared public, and no route of it goes to an internet gateway"
            yield _said("problem", message, "Add the route, or name another subnet.")
    elif route is None:
        message = f"{name} has no route to {_EVERYWHERE}: nodes reach only what has a VPC endpoint"
        yield _said("warning", message, "Add a route to a NAT gateway, or endpoints for all that nodes need.")
    elif route.get("State") == "blackhole":
        message = f"the route of {name} to {_EVERYWHERE} leads nowhere: what it went to is gone"
        yield _said("problem", message, "Let it go to a NAT gateway that is there.")
    elif gateway.startswith("igw-"):
        message = f"{name} goes to an internet gateway, and nodes have no public addresses: they reach nothing outside"
        yield _said("problem", message, "Name a subnet behind a NAT gateway, or declare this one `public: true`.")


def _table(subnet_id: str, vpc_id: str, tables: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """The subnet's own table, else the VPC's main one."""
    main: dict[str, Any] | None = None
    for table in tables:
        for association in table.get("Associations", ()):
            if association.get("SubnetId") == subnet_id:
                return table
            if association.get("Main") and table.get("VpcId", vpc_id) == vpc_id:
                main = table
    return main


def _default_route(table: dict[str, Any] | None) -> dict[str, Any] | None:
    routes: list[dict[str, Any]] = (table or {}).get("Routes", [])
    return next((route for route in routes if route.get("DestinationCidrBlock") == _EVERYWHERE), None)


def _said(status: Status, message: str, hint: str = "", command: str = "") -> Outcome:
    return Outcome(_ID, status, _WHERE, message, hint, command)


CHECK = Check(
    id=_ID,
    title="the VPC and the subnets that the stack names are as declared, with room and a way out",
    permissions=(
        "ec2:DescribeNetworkInterfaces",
        "ec2:DescribeRouteTables",
        "ec2:DescribeSubnets",
        "ec2:DescribeVpcAttribute",
        "ec2:DescribeVpcs",
    ),
    run=_run,
)
