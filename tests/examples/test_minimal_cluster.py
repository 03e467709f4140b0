"""examples/minimal-cluster: one pool on demand, in a network of its own, that nobody pays for until it is asked for."""

from __future__ import annotations

import pytest
from tests.examples.conftest import UNKNOWN, Example, Recorded

EXAMPLE_KEY = "`access.users[0].keys[0]` is the examples' public key, with which nobody can log in [example-key]"


@pytest.fixture(scope="module")
def cluster(example: Example) -> Recorded:
    return example("minimal-cluster", "dev")


def test_every_resource(cluster: Recorded) -> None:
    assert cluster.types == {
        "pulumi:pulumi:Stack": 1,
        "rackguard-aws:index:GpuCluster": 1,
        # The key, and who uses it beside the stack's own resources.
        "rackguard-aws:index:EncryptionKey": 1,
        "aws:kms/key:Key": 1,
        "aws:kms/alias:Alias": 1,
        # One zone: a subnet for nodes, a public one for the gateway, a way to S3 that costs nothing.
        "rackguard-aws:index:Network": 1,
        "aws:ec2/vpc:Vpc": 1,
        "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup": 1,
        "aws:ec2/subnet:Subnet": 2,
        "aws:ec2/routeTable:RouteTable": 2,
        "aws:ec2/routeTableAssociation:RouteTableAssociation": 2,
        "aws:ec2/route:Route": 2,
        "aws:ec2/internetGateway:InternetGateway": 1,
        "aws:ec2/eip:Eip": 1,
        "aws:ec2/natGateway:NatGateway": 1,
        "aws:ec2/vpcEndpoint:VpcEndpoint": 1,
        "aws:ec2/flowLog:FlowLog": 1,
        # Nodes, and the endpoint that reaches them.
        "aws:ec2/securityGroup:SecurityGroup": 2,
        "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule": 2,
        "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule": 5,
        # Without stores it is empty.
        "rackguard-aws:index:Storage": 1,
        "rackguard-aws:index:Access": 1,
        "aws:ssm/parameter:Parameter": 1,
        "aws:ec2transitgateway/instanceConnectEndpoint:InstanceConnectEndpoint": 1,
        # Of flow logs and of log-ins.
        "aws:cloudwatch/logGroup:LogGroup": 2,
        # Of flow logs and of nodes.
        "aws:iam/role:Role": 2,
        "aws:iam/policy:Policy": 2,
        "aws:iam/rolePolicyAttachment:RolePolicyAttachment": 2,
        "rackguard-aws:index:NodePool": 1,
        "aws:iam/instanceProfile:InstanceProfile": 1,
        "pulumi:index:Stash": 1,
        "aws:ec2/launchTemplate:LaunchTemplate": 1,
        "aws:autoscaling/group:Group": 1,
        "aws:autoscaling/lifecycleHook:LifecycleHook": 1,
    }


def test_no_node_runs_until_it_is_asked_for(cluster: Recorded) -> None:
    group = cluster.inputs("lab-pool-gpu-group")
    assert (group["name"], group["minSize"], group["maxSize"]) == ("lab-pool-gpu", 0, 2)
    assert "desiredCapacity" not in group
    assert group["waitForCapacityTimeout"] == "0"


def test_nodes_are_encrypted_private_and_hold_on_to_their_metadata(cluster: Recorded) -> None:
    template = cluster.inputs("lab-pool-gpu-template")
    assert template["instanceType"] == "g6.xlarge"
    assert "instanceMarketOptions" not in template  # on demand
    (root,) = template["blockDeviceMappings"]
    assert root["ebs"] == {
        "volumeType": "gp3",
        "volumeSize": 200,
        "encrypted": "true",
        "kmsKeyId": UNKNOWN,
        "deleteOnTermination": "true",
    }
    (interface,) = template["networkInterfaces"]
    assert interface["associatePublicIpAddress"] == "false"
    assert (template["metadataOptions"]["httpTokens"], template["metadataOptions"]["httpPutResponseHopLimit"]) == (
        "required",
        1,
    )


def test_the_network_is_the_declared_one(cluster: Recorded) -> None:
    assert cluster.inputs("lab-network-vpc")["cidrBlock"] == "10.80.0.0/20"
    assert cluster.inputs("lab-network-nodes-usw2-az1")["availabilityZoneId"] == "usw2-az1"
    assert cluster.inputs("lab-network-flow-logs")["trafficType"] == "ALL"
    assert [one["name"] for one in cluster.resources if one["inputs"].get("mapPublicIpOnLaunch")] == []


def test_what_cannot_be_made_again_is_protected(cluster: Recorded) -> None:
    assert cluster.named("lab-key-key")["protect"] is True
    assert cluster.named("lab-pool-gpu-group")["protect"] is None


def test_it_warns_of_the_key_that_is_to_be_replaced_and_of_nothing_else(cluster: Recorded) -> None:
    assert cluster.said == (EXAMPLE_KEY,)


def test_what_is_given_out(cluster: Recorded) -> None:
    assert cluster.outputs == {
        "pool_groups": {"gpu": "lab-pool-gpu"},
        "ssh": (
            "ssh -o ProxyCommand='aws ec2-instance-connect open-tunnel --region us-west-2 --instance-id %h'"
            " PERSON@INSTANCE_ID"
        ),
    }


def test_a_component_is_found_where_the_program_declares_it(cluster: Recorded) -> None:
    assert cluster.named("lab")["position"] == ["__main__.py", 10]
