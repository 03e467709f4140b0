"""What the cloud computes, for the types that stacks use: known once a resource is made, unknown before.

Other outputs of a type are empty. Source: AWS' ARN formats (service authorization reference), and what each resource's
read sets in Terraform's AWS provider 6 (internal/service/*).
"""

from __future__ import annotations

from tests.engine.double.aws.zones import name_of
from tests.engine.double.cloud import Made, Output, Properties


def _id(made: Made) -> str:
    return made.id


def _owner(made: Made) -> str:
    return made.at.account


def _arn(service: str, resource: str) -> Output:
    """With `{id}` or any input in the resource's part: `arn(ec2, "vpc/{id}")`."""

    def of(made: Made) -> str:
        named = resource.format(**{**made.inputs, "id": made.id})
        return f"arn:aws:{service}:{made.at.region}:{made.at.account}:{named}"

    return of


def _iam(resource: str) -> Output:
    return lambda made: f"arn:aws:iam::{made.at.account}:{resource}{made.inputs.get('path', '/')}{made.inputs['name']}"


def _oidc(made: Made) -> str:
    issuer = made.inputs["url"].partition("://")[2]
    return f"arn:aws:iam::{made.at.account}:oidc-provider/{issuer}"


def _address(made: Made) -> str:
    """Of 198.51.100.0/24, which is nobody's (RFC 5737)."""
    return f"198.51.100.{made.number % 254 + 1}"


def _interface(made: Made) -> str:
    return f"eni-{made.number:017x}"


def _zone_of_subnet(made: Made) -> str:
    """Where a program names no zone, AWS picks one."""
    zone = made.inputs.get("availabilityZoneId")
    return name_of(zone, made.at.region) if zone else made.inputs.get("availabilityZone", f"{made.at.region}a")


def _host(service: str) -> Output:
    return lambda made: f"{made.id}.{service}.{made.at.region}.amazonaws.com"


_EC2 = {"ownerId": _owner}

OUTPUTS: dict[str, dict[str, Output]] = {
    "aws:autoscaling/group:Group": {
        "arn": _arn("autoscaling", "autoScalingGroup:00000000-0000-4000-8000-000000000000:autoScalingGroupName/{name}"),
        "desiredCapacity": lambda made: made.inputs["minSize"],
    },
    "aws:autoscaling/schedule:Schedule": {
        "arn": _arn(
            "autoscaling", "scheduledUpdateGroupAction:00000000-0000-4000-8000-000000000000:{scheduledActionName}"
        )
    },
    "aws:cloudwatch/logGroup:LogGroup": {"arn": _arn("logs", "log-group:{name}")},
    "aws:ec2/capacityReservation:CapacityReservation": {"arn": _arn("ec2", "capacity-reservation/{id}"), **_EC2},
    "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup": {
        "arn": _arn("ec2", "security-group/{id}"),
        "description": lambda _: "default VPC security group",
        "name": lambda _: "default",
        **_EC2,
    },
    "aws:ec2/eip:Eip": {"allocationId": _id, "arn": _arn("ec2", "elastic-ip/{id}"), "publicIp": _address},
    "aws:ec2/flowLog:FlowLog": {"arn": _arn("ec2", "vpc-flow-log/{id}")},
    "aws:ec2/instance:Instance": {
        "arn": _arn("ec2", "instance/{id}"),
        "instanceState": lambda _: "running",
        "primaryNetworkInterfaceId": _interface,
        "privateIp": lambda made: f"10.0.0.{made.number % 254 + 1}",
    },
    "aws:ec2/internetGateway:InternetGateway": {"arn": _arn("ec2", "internet-gateway/{id}"), **_EC2},
    "aws:ec2/launchTemplate:LaunchTemplate": {
        "arn": _arn("ec2", "launch-template/{id}"),
        "defaultVersion": lambda _: 1,
        "latestVersion": lambda _: 1,
    },
    "aws:ec2/natGateway:NatGateway": {"networkInterfaceId": _interface, "publicIp": _address},
    "aws:ec2/placementGroup:PlacementGroup": {
        "arn": _arn("ec2", "placement-group/{name}"),
        "placementGroupId": lambda made: f"pg-{made.number:017x}",
    },
    "aws:ec2/route:Route": {"origin": lambda _: "CreateRoute", "state": lambda _: "active"},
    "aws:ec2/routeTable:RouteTable": {"arn": _arn("ec2", "route-table/{id}"), **_EC2},
    "aws:ec2/securityGroup:SecurityGroup": {"arn": _arn("ec2", "security-group/{id}"), **_EC2},
    "aws:ec2/subnet:Subnet": {"arn": _arn("ec2", "subnet/{id}"), "availabilityZone": _zone_of_subnet, **_EC2},
    "aws:ec2/vpc:Vpc": {
        "arn": _arn("ec2", "vpc/{id}"),
        "defaultSecurityGroupId": lambda made: f"sg-default-of-{made.id}",
        "mainRouteTableId": lambda made: f"rtb-main-of-{made.id}",
        **_EC2,
    },
    "aws:ec2/vpcEndpoint:VpcEndpoint": {
        "arn": _arn("ec2", "vpc-endpoint/{id}"),
        "prefixListId": lambda made: f"pl-of-{made.inputs['serviceName']}",
        "state": lambda _: "available",
        **_EC2,
    },
    "aws:ec2transitgateway/instanceConnectEndpoint:InstanceConnectEndpoint": {
        "arn": _arn("ec2", "instance-connect-endpoint/{id}"),
        "dnsName": _host("ec2-instance-connect-endpoint"),
        **_EC2,
    },
    "aws:efs/fileSystem:FileSystem": {
        "arn": _arn("elasticfilesystem", "file-system/{id}"),
        "dnsName": _host("efs"),
        "performanceMode": lambda _: "generalPurpose",
        **_EC2,
    },
    "aws:efs/mountTarget:MountTarget": {
        "dnsName": lambda made: f"{made.inputs['fileSystemId']}.efs.{made.at.region}.amazonaws.com",
        "networkInterfaceId": _interface,
        **_EC2,
    },
    "aws:fsx/lustreFileSystem:LustreFileSystem": {
        "arn": _arn("fsx", "file-system/{id}"),
        "dnsName": _host("fsx"),
        "mountName": lambda made: f"mnt{made.number:05d}",
        **_EC2,
    },
    "aws:iam/instanceProfile:InstanceProfile": {"arn": _iam("instance-profile")},
    "aws:iam/openIdConnectProvider:OpenIdConnectProvider": {"arn": _oidc},
    "aws:iam/policy:Policy": {"arn": _id},
    "aws:iam/role:Role": {"arn": _iam("role")},
    "aws:kms/alias:Alias": {
        "arn": _arn("kms", "{name}"),
        "targetKeyArn": _arn("kms", "key/{targetKeyId}"),
    },
    "aws:kms/key:Key": {"arn": _arn("kms", "key/{id}"), "keyId": _id},
    "aws:s3/bucket:Bucket": {
        "arn": lambda made: f"arn:aws:s3:::{made.id}",
        "bucketDomainName": lambda made: f"{made.id}.s3.amazonaws.com",
        "bucketRegionalDomainName": _host("s3"),
    },
    "aws:ssm/parameter:Parameter": {
        "arn": _arn("ssm", "parameter{name}"),
        "value": lambda made: made.inputs.get("insecureValue", ""),  # which the SDK makes a secret
        "version": lambda _: 1,
    },
    "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule": {
        "arn": _arn("ec2", "security-group-rule/{id}"),
        "securityGroupRuleId": _id,
    },
    "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule": {
        "arn": _arn("ec2", "security-group-rule/{id}"),
        "securityGroupRuleId": _id,
    },
}


def _next_version(properties: Properties) -> int:
    return properties["latestVersion"] + 1


def _next_default(properties: Properties) -> int:
    return properties["latestVersion"] + 1 if properties.get("updateDefaultVersion") else properties["defaultVersion"]


UPDATES = {
    "aws:ec2/launchTemplate:LaunchTemplate": {"latestVersion": _next_version, "defaultVersion": _next_default},
    "aws:ssm/parameter:Parameter": {"version": lambda properties: properties["version"] + 1},
}
"""Each update makes a new version (EC2 user guide, launch template versions; Systems Manager, parameter versions)."""
