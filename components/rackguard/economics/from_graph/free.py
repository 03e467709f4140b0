"""Types of resources that no cloud bills by themselves.

Sources: the pricing pages of Amazon VPC, EC2, S3, EFS, KMS, IAM, EKS and Systems Manager, 2026. A type that isn't known
to cost nothing isn't taken to be free.
"""

from __future__ import annotations

PACKAGES = frozenset({"pulumi", "pulumiservice", "random", "tls", "time", "command", "std", "null", "local"})
"""Packages whose resources are in no cloud."""
MODULES = frozenset({"aws:iam"})
_NAMES = {
    "aws:autoscaling": "attachment lifecycleHook notification policy tag trafficSourceAttachment",
    "aws:cloudwatch": (
        "eventPermission logDataProtectionPolicy logDestinationPolicy logMetricFilter logResourcePolicy logStream"
        " queryDefinition"
    ),
    "aws:ebs": "defaultKmsKey encryptionByDefault snapshotBlockPublicAccess",
    "aws:ec2": (
        "amiLaunchPermission customerGateway defaultNetworkAcl defaultRouteTable defaultSecurityGroup defaultSubnet"
        " defaultVpc defaultVpcDhcpOptions egressOnlyInternetGateway eipAssociation imageBlockPublicAccess"
        " instanceMetadataDefaults internetGateway internetGatewayAttachment keyPair mainRouteTableAssociation"
        " managedPrefixList managedPrefixListEntry networkAcl networkAclAssociation networkAclRule networkInterface"
        " networkInterfaceAttachment networkInterfaceSecurityGroupAttachment placementGroup route routeTable"
        " routeTableAssociation securityGroup securityGroupAssociation securityGroupRule serialConsoleAccess subnet"
        " subnetCidrReservation tag volumeAttachment vpc vpcBlockPublicAccessExclusion vpcBlockPublicAccessOptions"
        " vpcDhcpOptions vpcDhcpOptionsAssociation vpcEndpointPolicy vpcEndpointRouteTableAssociation"
        " vpcEndpointSecurityGroupAssociation vpcIpv4CidrBlockAssociation vpcIpv6CidrBlockAssociation"
        " vpcPeeringConnection vpcPeeringConnectionAccepter vpnGateway vpnGatewayAttachment"
        " vpnGatewayRoutePropagation"
    ),
    "aws:ec2transitgateway": "instanceConnectEndpoint instanceState route routeTable",
    "aws:efs": "accessPoint backupPolicy fileSystemPolicy mountTarget",
    "aws:eks": "accessEntry accessPolicyAssociation identityProviderConfig podIdentityAssociation",
    "aws:fsx": "dataRepositoryAssociation",
    "aws:kms": "alias ciphertext grant keyPolicy",
    "aws:lb": "listener listenerCertificate listenerRule targetGroup targetGroupAttachment",
    "aws:alb": "listener listenerCertificate listenerRule targetGroup targetGroupAttachment",
    "aws:s3": (
        "accountPublicAccessBlock bucketAcl bucketAclV2 bucketCorsConfiguration bucketCorsConfigurationV2"
        " bucketLifecycleConfiguration bucketLifecycleConfigurationV2 bucketLogging bucketLoggingV2 bucketNotification"
        " bucketObjectLockConfiguration bucketObjectLockConfigurationV2 bucketOwnershipControls bucketPolicy"
        " bucketPublicAccessBlock bucketRequestPaymentConfiguration bucketRequestPaymentConfigurationV2"
        " bucketServerSideEncryptionConfiguration bucketServerSideEncryptionConfigurationV2 bucketVersioning"
        " bucketVersioningV2 bucketWebsiteConfiguration bucketWebsiteConfigurationV2"
    ),
    "aws:ssm": "association defaultPatchBaseline document parameter patchBaseline patchGroup",
    "aws:vpc": (
        "endpointPrivateDns securityGroupEgressRule securityGroupIngressRule securityGroupVpcAssociation"
        " securityGroupRulesExclusive"
    ),
}
"""Module → the names in it. Traffic, log records and objects that go through them are billed with what they belong to;
a parameter is taken to be a standard one."""
TYPES = frozenset(f"{module}/{name}" for module, names in _NAMES.items() for name in names.split())


def costs_nothing(type_: str) -> bool:
    """True for a type (`aws:ec2/vpc:Vpc`) that is known to cost nothing by itself."""
    path = type_.rpartition(":")[0]
    return type_.partition(":")[0] in PACKAGES or path in TYPES or path.partition("/")[0] in MODULES
