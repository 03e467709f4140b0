"""The ids of resources, for the types that stacks use: a prefix and digits of the cloud's own, or what names them.

Source: `d.SetId` of each resource in Terraform's AWS provider 6 (internal/service/*), and AWS' resource id formats.
"""

from __future__ import annotations

from tests.engine.double.cloud import Made, Output


def _prefixed(prefix: str, digits: int = 17) -> Output:
    return lambda made: f"{prefix}-{made.number:0{digits}x}"


def _input(name: str) -> Output:
    return lambda made: made.inputs[name]


def _of_group(name: str) -> Output:
    """As it is imported. In the provider's state the id is the name alone, which other groups may have as well."""
    return lambda made: f"{made.inputs['autoscalingGroupName']}/{made.inputs[name]}"


def _key(made: Made) -> str:
    return f"00000000-0000-4000-8000-{made.number:012x}"


def _policy(made: Made) -> str:
    return f"arn:aws:iam::{made.at.account}:policy{made.inputs['path']}{made.inputs['name']}"


def _attachment(made: Made) -> str:
    return f"{made.inputs['role']}/{made.inputs['policyArn']}"


IDS: dict[str, Output] = {
    "aws:autoscaling/group:Group": _input("name"),
    "aws:autoscaling/lifecycleHook:LifecycleHook": _of_group("name"),
    "aws:autoscaling/schedule:Schedule": _of_group("scheduledActionName"),
    "aws:cloudwatch/logGroup:LogGroup": _input("name"),
    "aws:ec2/capacityReservation:CapacityReservation": _prefixed("cr"),
    "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup": lambda made: f"sg-default-of-{made.inputs['vpcId']}",
    "aws:ec2/eip:Eip": _prefixed("eipalloc"),
    "aws:ec2/flowLog:FlowLog": _prefixed("fl"),
    "aws:ec2/instance:Instance": _prefixed("i"),
    "aws:ec2/internetGateway:InternetGateway": _prefixed("igw"),
    "aws:ec2/launchTemplate:LaunchTemplate": _prefixed("lt"),
    "aws:ec2/natGateway:NatGateway": _prefixed("nat"),
    "aws:ec2/placementGroup:PlacementGroup": _input("name"),
    "aws:ec2/route:Route": lambda made: f"r-{made.inputs['routeTableId']}{made.number:010d}",
    "aws:ec2/routeTable:RouteTable": _prefixed("rtb"),
    "aws:ec2/routeTableAssociation:RouteTableAssociation": _prefixed("rtbassoc"),
    "aws:ec2/securityGroup:SecurityGroup": _prefixed("sg"),
    "aws:ec2/subnet:Subnet": _prefixed("subnet"),
    "aws:ec2/vpc:Vpc": _prefixed("vpc"),
    "aws:ec2/vpcEndpoint:VpcEndpoint": _prefixed("vpce"),
    "aws:ec2transitgateway/instanceConnectEndpoint:InstanceConnectEndpoint": _prefixed("eice"),
    "aws:efs/backupPolicy:BackupPolicy": _input("fileSystemId"),
    "aws:efs/fileSystem:FileSystem": _prefixed("fs"),
    "aws:efs/fileSystemPolicy:FileSystemPolicy": _input("fileSystemId"),
    "aws:efs/mountTarget:MountTarget": _prefixed("fsmt"),
    "aws:fsx/lustreFileSystem:LustreFileSystem": _prefixed("fs"),
    "aws:iam/instanceProfile:InstanceProfile": _input("name"),
    "aws:iam/policy:Policy": _policy,
    "aws:iam/role:Role": _input("name"),
    "aws:iam/rolePolicyAttachment:RolePolicyAttachment": _attachment,
    "aws:kms/alias:Alias": _input("name"),
    "aws:kms/key:Key": _key,
    "aws:s3/bucket:Bucket": _input("bucket"),
    "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration": _input("bucket"),
    "aws:s3/bucketLogging:BucketLogging": _input("bucket"),
    "aws:s3/bucketOwnershipControls:BucketOwnershipControls": _input("bucket"),
    "aws:s3/bucketPolicy:BucketPolicy": _input("bucket"),
    "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": _input("bucket"),
    "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration": _input("bucket"),
    "aws:s3/bucketVersioning:BucketVersioning": _input("bucket"),
    "aws:ssm/parameter:Parameter": _input("name"),
    "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule": _prefixed("sgr"),
    "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule": _prefixed("sgr"),
}

OVERWRITES = frozenset(
    {
        "aws:autoscaling/lifecycleHook:LifecycleHook",
        "aws:autoscaling/schedule:Schedule",
        "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup",
        "aws:efs/backupPolicy:BackupPolicy",
        "aws:efs/fileSystemPolicy:FileSystemPolicy",
        "aws:iam/rolePolicyAttachment:RolePolicyAttachment",
        *(token for token in IDS if token.startswith("aws:s3/bucket") and token != "aws:s3/bucket:Bucket"),
    }
)
"""Put over what is there: Put actions of S3, EFS and Auto Scaling, IAM's AttachRolePolicy. A network's default group is
taken over, since each network has one."""
