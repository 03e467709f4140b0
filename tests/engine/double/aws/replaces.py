"""Inputs whose change makes a new resource, for the types that stacks use; the name is one everywhere.

Source: Terraform's AWS provider 6, `ForceNew: true` and the plan modifiers `RequiresReplace` in each resource's schema
(internal/service/*), under Pulumi's names.
"""

from __future__ import annotations

_SECURITY_GROUP_RULE = frozenset({"securityGroupId"})

REPLACES: dict[str, frozenset[str]] = {
    "aws:autoscaling/group:Group": frozenset({"namePrefix"}),
    "aws:autoscaling/lifecycleHook:LifecycleHook": frozenset({"autoscalingGroupName"}),
    "aws:autoscaling/schedule:Schedule": frozenset({"autoscalingGroupName", "scheduledActionName"}),
    "aws:cloudwatch/logGroup:LogGroup": frozenset({"logGroupClass", "namePrefix"}),
    "aws:ec2/capacityReservation:CapacityReservation": frozenset(
        {
            "availabilityZone",
            "ebsOptimized",
            "ephemeralStorage",
            "instanceMatchCriteria",
            "instancePlatform",
            "instanceType",
            "outpostArn",
            "placementGroupArn",
            "tenancy",
        }
    ),
    "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup": frozenset({"vpcId"}),
    "aws:ec2/eip:Eip": frozenset(
        {"address", "customerOwnedIpv4Pool", "domain", "networkBorderGroup", "publicIpv4Pool"}
    ),
    "aws:ec2/flowLog:FlowLog": frozenset(
        {
            "deliverCrossAccountRole",
            "destinationOptions",
            "eniId",
            "iamRoleArn",
            "logDestination",
            "logDestinationType",
            "logFormat",
            "maxAggregationInterval",
            "subnetId",
            "trafficType",
            "vpcId",
        }
    ),
    "aws:ec2/instance:Instance": frozenset(
        {
            "ami",
            "associatePublicIpAddress",
            "availabilityZone",
            "hibernation",
            "keyName",
            "subnetId",
        }
    ),
    "aws:ec2/launchTemplate:LaunchTemplate": frozenset({"namePrefix"}),
    "aws:ec2/natGateway:NatGateway": frozenset({"allocationId", "connectivityType", "privateIp", "subnetId"}),
    "aws:ec2/placementGroup:PlacementGroup": frozenset({"partitionCount", "spreadLevel", "strategy"}),
    "aws:ec2/route:Route": frozenset(
        {"destinationCidrBlock", "destinationIpv6CidrBlock", "destinationPrefixListId", "routeTableId"}
    ),
    "aws:ec2/routeTable:RouteTable": frozenset({"vpcId"}),
    "aws:ec2/routeTableAssociation:RouteTableAssociation": frozenset({"gatewayId", "subnetId"}),
    "aws:ec2/securityGroup:SecurityGroup": frozenset({"description", "namePrefix", "vpcId"}),
    "aws:ec2/subnet:Subnet": frozenset(
        {"availabilityZone", "availabilityZoneId", "cidrBlock", "ipv6Native", "outpostArn", "vpcId"}
    ),
    "aws:ec2/vpc:Vpc": frozenset({"cidrBlock", "ipv4IpamPoolId", "ipv4NetmaskLength"}),
    "aws:ec2/vpcEndpoint:VpcEndpoint": frozenset(
        {"resourceConfigurationArn", "serviceName", "serviceNetworkArn", "serviceRegion", "vpcEndpointType", "vpcId"}
    ),
    "aws:ec2transitgateway/instanceConnectEndpoint:InstanceConnectEndpoint": frozenset(
        {"preserveClientIp", "securityGroupIds", "subnetId"}
    ),
    "aws:efs/backupPolicy:BackupPolicy": frozenset({"fileSystemId"}),
    "aws:efs/fileSystem:FileSystem": frozenset(
        {"availabilityZoneName", "creationToken", "encrypted", "kmsKeyId", "performanceMode"}
    ),
    "aws:efs/fileSystemPolicy:FileSystemPolicy": frozenset({"fileSystemId"}),
    "aws:efs/mountTarget:MountTarget": frozenset({"fileSystemId", "ipAddress", "subnetId"}),
    "aws:fsx/lustreFileSystem:LustreFileSystem": frozenset(
        {
            "backupId",
            "copyTagsToBackups",
            "deploymentType",
            "driveCacheType",
            "efaEnabled",
            "exportPath",
            "fileSystemTypeVersion",
            "importPath",
            "importedFileChunkSize",
            "kmsKeyId",
            "securityGroupIds",
            "storageType",
            "subnetIds",
        }
    ),
    "aws:iam/instanceProfile:InstanceProfile": frozenset({"namePrefix", "path"}),
    "aws:iam/policy:Policy": frozenset({"description", "namePrefix", "path"}),
    "aws:iam/role:Role": frozenset({"namePrefix", "path"}),
    "aws:iam/rolePolicyAttachment:RolePolicyAttachment": frozenset({"policyArn", "role"}),
    "aws:kms/alias:Alias": frozenset({"namePrefix"}),
    "aws:kms/key:Key": frozenset({"customKeyStoreId", "customerMasterKeySpec", "keyUsage", "multiRegion", "xksKeyId"}),
    "aws:s3/bucket:Bucket": frozenset({"bucketPrefix", "objectLockEnabled"}),
    "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration": frozenset({"bucket", "expectedBucketOwner"}),
    "aws:s3/bucketLogging:BucketLogging": frozenset({"bucket", "expectedBucketOwner"}),
    "aws:s3/bucketOwnershipControls:BucketOwnershipControls": frozenset({"bucket"}),
    "aws:s3/bucketPolicy:BucketPolicy": frozenset({"bucket"}),
    "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": frozenset({"bucket"}),
    "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration": frozenset(
        {"bucket", "expectedBucketOwner"}
    ),
    "aws:s3/bucketVersioning:BucketVersioning": frozenset({"bucket", "expectedBucketOwner"}),
    "aws:ssm/parameter:Parameter": frozenset({"keyId"}),
    "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule": _SECURITY_GROUP_RULE,
    "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule": _SECURITY_GROUP_RULE,
}
