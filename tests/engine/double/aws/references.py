"""Which inputs name other resources, and what AWS makes of it when the named one is deleted.

Source: the errors DependencyViolation, InvalidIPAddress.InUse and InvalidPlacementGroup.InUse (EC2 API reference),
DeleteConflict (IAM API reference, DeleteRole and DeletePolicy), FileSystemInUse (EFS API reference).
"""

from __future__ import annotations

from tests.engine.double.cloud import Bond, Reference

BUCKET = "aws:s3/bucket:Bucket"
EIP = "aws:ec2/eip:Eip"
EFS = "aws:efs/fileSystem:FileSystem"
GROUP = "aws:autoscaling/group:Group"
KEY = "aws:kms/key:Key"
PLACEMENT = "aws:ec2/placementGroup:PlacementGroup"
POLICY = "aws:iam/policy:Policy"
PROFILE = "aws:iam/instanceProfile:InstanceProfile"
ROLE = "aws:iam/role:Role"
ROUTES = "aws:ec2/routeTable:RouteTable"
SECURITY = "aws:ec2/securityGroup:SecurityGroup"
SUBNET = "aws:ec2/subnet:Subnet"
TEMPLATE = "aws:ec2/launchTemplate:LaunchTemplate"
VPC = "aws:ec2/vpc:Vpc"

_RULE = (
    Reference("securityGroupId", SECURITY, Bond.OWNS),
    Reference("referencedSecurityGroupId", SECURITY),
)
_OF_BUCKET = (Reference("bucket", BUCKET, Bond.OWNS),)

REFERENCES: dict[str, tuple[Reference, ...]] = {
    GROUP: (
        Reference("vpcZoneIdentifiers[]", SUBNET),
        Reference("launchTemplate.id", TEMPLATE, Bond.KNOWS),
        Reference(
            "mixedInstancesPolicy.launchTemplate.launchTemplateSpecification.launchTemplateId", TEMPLATE, Bond.KNOWS
        ),
    ),
    "aws:autoscaling/lifecycleHook:LifecycleHook": (Reference("autoscalingGroupName", GROUP, Bond.OWNS),),
    "aws:autoscaling/schedule:Schedule": (Reference("autoscalingGroupName", GROUP, Bond.OWNS),),
    "aws:cloudwatch/logGroup:LogGroup": (Reference("kmsKeyId", KEY, Bond.KNOWS, "arn"),),
    "aws:ec2/capacityReservation:CapacityReservation": (Reference("placementGroupArn", PLACEMENT, by="arn"),),
    "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup": (Reference("vpcId", VPC, Bond.OWNS),),
    EIP: (Reference("instance", "aws:ec2/instance:Instance", Bond.KNOWS),),
    "aws:ec2/flowLog:FlowLog": (
        Reference("vpcId", VPC, Bond.OWNS),
        Reference("iamRoleArn", ROLE, Bond.KNOWS, "arn"),
        Reference("logDestination", "aws:cloudwatch/logGroup:LogGroup", Bond.KNOWS, "arn"),
    ),
    "aws:ec2/instance:Instance": (
        Reference("subnetId", SUBNET),
        Reference("vpcSecurityGroupIds[]", SECURITY),
        Reference("iamInstanceProfile", PROFILE, Bond.KNOWS),
    ),
    "aws:ec2/internetGateway:InternetGateway": (Reference("vpcId", VPC),),
    TEMPLATE: (
        Reference("networkInterfaces[].securityGroups[]", SECURITY, Bond.KNOWS),
        Reference("iamInstanceProfile.arn", PROFILE, Bond.KNOWS, "arn"),
        Reference("placement.groupName", PLACEMENT, Bond.KNOWS),
    ),
    "aws:ec2/natGateway:NatGateway": (Reference("subnetId", SUBNET), Reference("allocationId", EIP)),
    "aws:ec2/route:Route": (
        Reference("routeTableId", ROUTES, Bond.OWNS),
        Reference("gatewayId", "aws:ec2/internetGateway:InternetGateway", Bond.KNOWS),
        Reference("natGatewayId", "aws:ec2/natGateway:NatGateway", Bond.KNOWS),
    ),
    ROUTES: (Reference("vpcId", VPC),),
    "aws:ec2/routeTableAssociation:RouteTableAssociation": (
        Reference("routeTableId", ROUTES),
        Reference("subnetId", SUBNET, Bond.OWNS),
    ),
    SECURITY: (Reference("vpcId", VPC),),
    SUBNET: (Reference("vpcId", VPC),),
    "aws:ec2/vpcEndpoint:VpcEndpoint": (
        Reference("vpcId", VPC),
        Reference("subnetIds[]", SUBNET),
        Reference("securityGroupIds[]", SECURITY),
        Reference("routeTableIds[]", ROUTES, Bond.KNOWS),
    ),
    "aws:ec2transitgateway/instanceConnectEndpoint:InstanceConnectEndpoint": (
        Reference("subnetId", SUBNET),
        Reference("securityGroupIds[]", SECURITY),
    ),
    "aws:efs/backupPolicy:BackupPolicy": (Reference("fileSystemId", EFS, Bond.OWNS),),
    EFS: (Reference("kmsKeyId", KEY, Bond.KNOWS, "arn"),),
    "aws:efs/fileSystemPolicy:FileSystemPolicy": (Reference("fileSystemId", EFS, Bond.OWNS),),
    "aws:efs/mountTarget:MountTarget": (
        Reference("fileSystemId", EFS),
        Reference("subnetId", SUBNET),
        Reference("securityGroups[]", SECURITY),
    ),
    "aws:fsx/lustreFileSystem:LustreFileSystem": (
        Reference("subnetIds[]", SUBNET),
        Reference("securityGroupIds[]", SECURITY),
        Reference("kmsKeyId", KEY, Bond.KNOWS, "arn"),
    ),
    PROFILE: (Reference("role", ROLE),),
    "aws:iam/rolePolicyAttachment:RolePolicyAttachment": (
        Reference("role", ROLE),
        Reference("policyArn", POLICY, by="arn"),
    ),
    "aws:kms/alias:Alias": (Reference("targetKeyId", KEY, Bond.OWNS),),
    "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration": _OF_BUCKET,
    "aws:s3/bucketLogging:BucketLogging": (*_OF_BUCKET, Reference("targetBucket", BUCKET, Bond.KNOWS)),
    "aws:s3/bucketOwnershipControls:BucketOwnershipControls": _OF_BUCKET,
    "aws:s3/bucketPolicy:BucketPolicy": _OF_BUCKET,
    "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": _OF_BUCKET,
    "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration": _OF_BUCKET,
    "aws:s3/bucketVersioning:BucketVersioning": _OF_BUCKET,
    "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule": _RULE,
    "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule": _RULE,
}
