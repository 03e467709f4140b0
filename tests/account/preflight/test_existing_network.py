"""A VPC and subnets that the stack names, beside what EC2 says of them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.account.preflight.asking import Account, outcomes, subject, told

from rackguard.account.preflight.checks.existing_network import CHECK

VPC, SUBNET = "vpc-0123456789abcdef0", "subnet-0123456789abcdef0"
FILTER = {"Filters": [{"Name": "vpc-id", "Values": [VPC]}]}
NETWORK = {
    "existing": {
        "vpc_id": VPC,
        "cidr": "10.0.0.0/16",
        "subnets": [{"id": SUBNET, "zone_id": "use2-az1", "cidr": "10.0.0.0/20"}],
    }
}
ABOUT = subject(network=NETWORK, pools={"train": {"nodes": {"max": 20}}})
# One address a node, and the connect endpoint's.
NEEDED = 21
KNOWN = {
    "SubnetId": SUBNET,
    "VpcId": VPC,
    "AvailabilityZoneId": "use2-az1",
    "CidrBlock": "10.0.0.0/20",
    "State": "available",
    "AvailableIpAddressCount": 4000,
}
NAT = {"DestinationCidrBlock": "0.0.0.0/0", "NatGatewayId": "nat-1", "State": "active"}
TABLE = {"VpcId": VPC, "Associations": [{"SubnetId": SUBNET}], "Routes": [NAT]}
VPC_IS_FINE = ("ok", "network", f"the VPC {VPC} is there, with DNS")
SUBNET_IS_FINE = ("ok", "network", f"the subnet {SUBNET} is in use2-az1: 4,000 free of {NEEDED} needed")


def account(
    known: dict[str, Any] | None = KNOWN, table: dict[str, Any] = TABLE, *, cidr: str = "10.0.0.0/16", dns: bool = True
) -> Account:
    one = Account().says("ec2", "describe_vpcs", {"Vpcs": [{"VpcId": VPC, "CidrBlock": cidr}]}, **FILTER)
    answer = {"EnableDnsSupport": {"Value": dns}}
    one.says("ec2", "describe_vpc_attribute", answer, VpcId=VPC, Attribute="enableDnsSupport")
    one.says("ec2", "describe_route_tables", {"RouteTables": [table]}, **FILTER)
    asked = [{"Name": "subnet-id", "Values": [SUBNET]}]
    return one.says("ec2", "describe_subnets", {"Subnets": [known] if known else []}, Filters=asked)


def test_a_network_as_declared() -> None:
    assert told(CHECK.run, ABOUT, account()) == [VPC_IS_FINE, SUBNET_IS_FINE]
    assert told(CHECK.run, subject(), Account()) == []


def test_a_vpc_that_is_not_there_is_asked_nothing_else() -> None:
    one = Account().says("ec2", "describe_vpcs", {"Vpcs": []}, **FILTER)
    message = f"there is no VPC {VPC} in us-east-2 that the account may use"
    assert told(CHECK.run, ABOUT, one) == [("problem", "network", message)]


def test_a_vpc_of_another_range_or_without_dns() -> None:
    wrong, fine = told(CHECK.run, ABOUT, account(cidr="10.9.0.0/16"))
    assert wrong == ("problem", "network", f"the VPC {VPC} has the range 10.9.0.0/16; the stack says 10.0.0.0/16")
    assert fine == SUBNET_IS_FINE
    wrong, _ = outcomes(CHECK.run, ABOUT, account(dns=False))
    assert (wrong.status, wrong.message) == (
        "problem",
        f"the VPC {VPC} has enableDnsSupport off: nodes find no service",
    )
    assert wrong.command == f"aws ec2 modify-vpc-attribute --vpc-id {VPC} --enable-dns-support --region us-east-2"


def test_efs_needs_host_names_too() -> None:
    about = subject(network=NETWORK, storage={"home": {"efs": {}, "mount": "/home"}})
    one = Account().says("ec2", "describe_vpcs", {"Vpcs": [{"VpcId": VPC, "CidrBlock": "10.0.0.0/16"}]})
    one.says("ec2", "describe_vpc_attribute", {"EnableDnsSupport": {"Value": True}})
    one.says("ec2", "describe_vpc_attribute", {"EnableDnsHostnames": {"Value": False}})
    one.says("ec2", "describe_route_tables", {"RouteTables": [TABLE]})
    one.says("ec2", "describe_subnets", {"Subnets": [KNOWN]})
    wrong, _ = outcomes(CHECK.run, about, one)
    assert wrong.message == f"the VPC {VPC} has enableDnsHostnames off: nodes can't find their EFS"
    assert wrong.command.endswith("--enable-dns-hostnames --region us-east-2")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"VpcId": "vpc-else"}, f"the subnet {SUBNET} is in the VPC vpc-else; the stack says {VPC}"),
        ({"AvailabilityZoneId": "use2-az2"}, f"the subnet {SUBNET} is in the zone use2-az2; the stack says use2-az1"),
        ({"CidrBlock": "10.0.16.0/20"}, f"the subnet {SUBNET} has the range 10.0.16.0/20; the stack says 10.0.0.0/20"),
        ({"State": "pending"}, f"the subnet {SUBNET} is pending"),
    ],
)
def test_a_subnet_that_is_not_what_the_stack_says(changes: dict[str, Any], message: str) -> None:
    assert told(CHECK.run, ABOUT, account({**KNOWN, **changes})) == [VPC_IS_FINE, ("problem", "network", message)]


def test_a_subnet_that_is_not_there() -> None:
    message = f"there is no subnet {SUBNET} in us-east-2 that the account may use"
    assert told(CHECK.run, ABOUT, account(None)) == [VPC_IS_FINE, ("problem", "network", message)]


def test_addresses_that_others_have_taken_and_those_that_the_cluster_has() -> None:
    def used(one: Account, own: int) -> Account:
        filters = [
            {"Name": "subnet-id", "Values": [SUBNET]},
            {"Name": "tag:rackguard:cluster", "Values": ["llm"]},
        ]
        interface = {"PrivateIpAddresses": [{"PrivateIpAddress": "10.0.0.9"}]}
        answer = {"NetworkInterfaces": [interface] * own}
        return one.says("ec2", "describe_network_interfaces", answer, Filters=filters)

    few = {**KNOWN, "AvailableIpAddressCount": 12}
    message = f"the subnet {SUBNET} has 12 free addresses; {NEEDED} are needed"
    assert told(CHECK.run, ABOUT, used(account(few), 0))[1:] == [("problem", "network", message)]
    message = f"the subnet {SUBNET} has 12 free addresses, and 8 are the cluster's; {NEEDED} are needed"
    assert told(CHECK.run, ABOUT, used(account(few), 8))[1:] == [("problem", "network", message)]
    assert told(CHECK.run, ABOUT, used(account(few), 9))[1:] == [
        ("ok", "network", f"the subnet {SUBNET} is in use2-az1: 12 free of {NEEDED} needed")
    ]


@pytest.mark.parametrize(
    ("routes", "status", "message"),
    [
        ([], "warning", f"the subnet {SUBNET} has no route to 0.0.0.0/0: nodes reach only what has a VPC endpoint"),
        (
            [{**NAT, "State": "blackhole"}],
            "problem",
            f"the route of the subnet {SUBNET} to 0.0.0.0/0 leads nowhere: what it went to is gone",
        ),
        (
            [{"DestinationCidrBlock": "0.0.0.0/0", "GatewayId": "igw-1", "State": "active"}],
            "problem",
            (
                f"the subnet {SUBNET} goes to an internet gateway, and nodes have no public addresses:"
                " they reach nothing outside"
            ),
        ),
    ],
)
def test_the_way_out(routes: list[dict[str, Any]], status: str, message: str) -> None:
    said = told(CHECK.run, ABOUT, account(table={**TABLE, "Routes": routes}))
    assert said[1] == (status, "network", message)
    # A subnet without a table of its own has the VPC's main one.
    main = {"VpcId": VPC, "Associations": [{"Main": True}], "Routes": routes}
    assert told(CHECK.run, ABOUT, account(table=main))[1] == (status, "network", message)


def test_a_public_subnet_goes_to_an_internet_gateway() -> None:
    public = "subnet-0fedcba9876543210"
    subnets = [*NETWORK["existing"]["subnets"], {"id": public, "zone_id": "use2-az1", "public": True}]
    login = {"instance_type": "m7i.2xlarge", "zone_id": "use2-az1"}
    about = subject(
        network={"existing": {**NETWORK["existing"], "subnets": subnets}},
        access={"ssh_from": ["203.0.113.0/24"], "login_node": login},
    )
    one = Account().says("ec2", "describe_vpcs", {"Vpcs": [{"VpcId": VPC, "CidrBlock": "10.0.0.0/16"}]})
    one.says("ec2", "describe_vpc_attribute", {"EnableDnsSupport": {"Value": True}})
    one.says(
        "ec2", "describe_route_tables", {"RouteTables": [TABLE, {**TABLE, "Associations": [{"SubnetId": public}]}]}
    )
    one.says("ec2", "describe_subnets", {"Subnets": [KNOWN, {**KNOWN, "SubnetId": public}]})
    message = f"the subnet {public} is declared public, and no route of it goes to an internet gateway"
    assert ("problem", "network", message) in told(CHECK.run, about, one)
