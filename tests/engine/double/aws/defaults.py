"""What the provider fills in when it checks inputs: the defaults of its schema, for the types that stacks use.

Source: Terraform's AWS provider 6, `Default:` in each resource's schema (internal/service/*), under Pulumi's names;
"Managed by Pulumi" is Pulumi's own in place of Terraform's.
"""

from __future__ import annotations

from typing import Any

DEFAULTS: dict[str, dict[str, Any]] = {
    "aws:autoscaling/group:Group": {
        "forceDelete": False,
        "forceDeleteWarmPool": False,
        "healthCheckGracePeriod": 300,
        "ignoreFailedScalingActivities": False,
        "metricsGranularity": "1Minute",
        "protectFromScaleIn": False,
        "waitForCapacityTimeout": "10m",
    },
    "aws:cloudwatch/logGroup:LogGroup": {"retentionInDays": 0, "skipDestroy": False},
    "aws:ec2/capacityReservation:CapacityReservation": {
        "ebsOptimized": False,
        "endDateType": "unlimited",
        "ephemeralStorage": False,
        "instanceMatchCriteria": "open",
        "tenancy": "default",
    },
    "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup": {"revokeRulesOnDelete": False},
    "aws:ec2/flowLog:FlowLog": {"logDestinationType": "cloud-watch-logs", "maxAggregationInterval": 600},
    "aws:ec2/instance:Instance": {
        "forceDestroy": False,
        "getPasswordData": False,
        "sourceDestCheck": True,
        "userDataReplaceOnChange": False,
    },
    "aws:ec2/natGateway:NatGateway": {"connectivityType": "public"},
    "aws:ec2/securityGroup:SecurityGroup": {"description": "Managed by Pulumi", "revokeRulesOnDelete": False},
    "aws:ec2/subnet:Subnet": {
        "assignIpv6AddressOnCreation": False,
        "enableDns64": False,
        "enableResourceNameDnsARecordOnLaunch": False,
        "enableResourceNameDnsAaaaRecordOnLaunch": False,
        "ipv6Native": False,
        "mapPublicIpOnLaunch": False,
    },
    "aws:ec2/vpc:Vpc": {"enableDnsSupport": True, "instanceTenancy": "default"},
    "aws:ec2/vpcEndpoint:VpcEndpoint": {"vpcEndpointType": "Gateway"},
    "aws:ec2transitgateway/instanceConnectEndpoint:InstanceConnectEndpoint": {"preserveClientIp": True},
    "aws:efs/fileSystem:FileSystem": {"throughputMode": "bursting"},
    "aws:fsx/lustreFileSystem:LustreFileSystem": {
        "copyTagsToBackups": False,
        "dataCompressionType": "NONE",
        "deploymentType": "SCRATCH_1",
        "skipFinalBackup": True,
        "storageType": "SSD",
    },
    "aws:iam/instanceProfile:InstanceProfile": {"path": "/"},
    "aws:iam/policy:Policy": {"path": "/"},
    "aws:iam/role:Role": {"forceDetachPolicies": False, "maxSessionDuration": 3600, "path": "/"},
    "aws:kms/key:Key": {
        "bypassPolicyLockoutSafetyCheck": False,
        "customerMasterKeySpec": "SYMMETRIC_DEFAULT",
        "enableKeyRotation": False,
        "isEnabled": True,
        "keyUsage": "ENCRYPT_DECRYPT",
    },
    "aws:s3/bucket:Bucket": {"forceDestroy": False},
    "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": {
        "blockPublicAcls": False,
        "blockPublicPolicy": False,
        "ignorePublicAcls": False,
        "restrictPublicBuckets": False,
    },
}
