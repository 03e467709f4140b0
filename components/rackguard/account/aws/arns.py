"""From an ARN, as the tagging API lists it, to the type and id that Pulumi has for it.

Source: the resource types in the Service Authorization Reference. Roles and Auto Scaling groups are not in the tagging
API's lists.
"""

from __future__ import annotations

_TYPES = {
    ("ec2", "capacity-reservation"): "aws:ec2/capacityReservation:CapacityReservation",
    ("ec2", "elastic-ip"): "aws:ec2/eip:Eip",
    ("ec2", "instance"): "aws:ec2/instance:Instance",
    ("ec2", "instance-connect-endpoint"): "aws:ec2transitgateway/instanceConnectEndpoint:InstanceConnectEndpoint",
    ("ec2", "internet-gateway"): "aws:ec2/internetGateway:InternetGateway",
    ("ec2", "launch-template"): "aws:ec2/launchTemplate:LaunchTemplate",
    ("ec2", "natgateway"): "aws:ec2/natGateway:NatGateway",
    ("ec2", "placement-group"): "aws:ec2/placementGroup:PlacementGroup",
    ("ec2", "route-table"): "aws:ec2/routeTable:RouteTable",
    ("ec2", "security-group"): "aws:ec2/securityGroup:SecurityGroup",
    ("ec2", "subnet"): "aws:ec2/subnet:Subnet",
    ("ec2", "vpc"): "aws:ec2/vpc:Vpc",
    ("ec2", "vpc-endpoint"): "aws:ec2/vpcEndpoint:VpcEndpoint",
    ("ec2", "vpc-flow-log"): "aws:ec2/flowLog:FlowLog",
    ("elasticfilesystem", "file-system"): "aws:efs/fileSystem:FileSystem",
    ("fsx", "file-system"): "aws:fsx/lustreFileSystem:LustreFileSystem",
    ("kms", "key"): "aws:kms/key:Key",
}


def parsed(arn: str) -> tuple[str, str] | None:
    """Type and id; None for a type that isn't known here.

    Of a rule of a security group the ARN doesn't tell the direction: its type is that of one which lets in.
    """
    parts = arn.split(":", 5)
    if len(parts) < 6:
        return None
    service, rest = parts[2], parts[5]
    if service == "s3" and "/" not in rest:
        return "aws:s3/bucket:Bucket", rest
    if service == "logs" and rest.startswith("log-group:"):
        return "aws:cloudwatch/logGroup:LogGroup", rest.removeprefix("log-group:").removesuffix(":*")
    if service == "ssm" and rest.startswith("parameter/"):
        return "aws:ssm/parameter:Parameter", rest.removeprefix("parameter")
    kind, _, id_ = rest.partition("/")
    if (service, kind) == ("ec2", "security-group-rule"):
        return "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule", id_
    type_ = _TYPES.get((service, kind))
    return (type_, id_) if type_ else None
