"""examples/network-only: two components used alone, whose ids other stacks read."""

from __future__ import annotations

import json

import pytest
from tests.examples.conftest import UNKNOWN, Example, Recorded


@pytest.fixture(scope="module")
def network(example: Example) -> Recorded:
    return example("network-only", "dev")


def test_every_resource(network: Recorded) -> None:
    assert network.types == {
        "pulumi:pulumi:Stack": 1,
        "rackguard-aws:index:EncryptionKey": 1,
        "aws:kms/key:Key": 1,
        "aws:kms/alias:Alias": 1,
        "rackguard-aws:index:Network": 1,
        "aws:ec2/vpc:Vpc": 1,
        "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup": 1,
        # A subnet for nodes in each zone, and one public for the gateway of both.
        "aws:ec2/subnet:Subnet": 3,
        "aws:ec2/routeTable:RouteTable": 3,
        "aws:ec2/routeTableAssociation:RouteTableAssociation": 3,
        "aws:ec2/route:Route": 3,
        "aws:ec2/internetGateway:InternetGateway": 1,
        "aws:ec2/eip:Eip": 1,
        "aws:ec2/natGateway:NatGateway": 1,
        "aws:ec2/vpcEndpoint:VpcEndpoint": 1,
        "aws:ec2/flowLog:FlowLog": 1,
        "aws:cloudwatch/logGroup:LogGroup": 1,
        "aws:iam/role:Role": 1,
        "aws:iam/policy:Policy": 1,
        "aws:iam/rolePolicyAttachment:RolePolicyAttachment": 1,
    }


def test_there_is_a_subnet_for_nodes_in_each_zone(network: Recorded) -> None:
    """A /16 has eight slots; az1 has the second, az2 the third, and public subnets are cut from the first."""
    assert network.inputs("shared-network-vpc")["cidrBlock"] == "10.90.0.0/16"
    subnets = {
        one["inputs"]["cidrBlock"]: one["inputs"]["availabilityZoneId"]
        for one in network.resources
        if one["type"] == "aws:ec2/subnet:Subnet"
    }
    assert subnets == {"10.90.32.0/19": "usw2-az1", "10.90.64.0/19": "usw2-az2", "10.90.4.0/22": "usw2-az1"}


def test_the_flow_logs_may_use_the_key(network: Recorded) -> None:
    group = network.inputs("shared-network-flow-logs-group")
    assert (group["name"], group["kmsKeyId"]) == ("/rackguard/shared/flow", UNKNOWN)
    (statement,) = (
        one
        for one in json.loads(network.inputs("shared-key-key")["policy"])["Statement"]
        if one["Principal"] == {"Service": "logs.us-west-2.amazonaws.com"}
    )
    allowed = statement["Condition"]["ArnEquals"]["kms:EncryptionContext:aws:logs:arn"]
    assert "arn:aws:logs:us-west-2:123456789012:log-group:/rackguard/shared/flow" in allowed


def test_what_other_stacks_use_is_protected(network: Recorded) -> None:
    made = [one for one in network.resources if one["type"].startswith("aws:")]
    assert {one["protect"] for one in made} == {True}


def test_what_is_given_out_and_said(network: Recorded) -> None:
    assert network.outputs == {"vpc_id": UNKNOWN, "node_subnet_ids": UNKNOWN, "key_arn": UNKNOWN}
    assert network.said == ()
