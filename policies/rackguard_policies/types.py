"""Tokens of the resources that rules judge."""

from __future__ import annotations

INSTANCE = "aws:ec2/instance:Instance"
LAUNCH_TEMPLATE = "aws:ec2/launchTemplate:LaunchTemplate"
GROUP = "aws:autoscaling/group:Group"

# Compute and its disks.
SPOT_REQUEST = "aws:ec2/spotInstanceRequest:SpotInstanceRequest"
INSTANCES = (INSTANCE, SPOT_REQUEST)
"""Instances that are declared one by one, whose inputs are alike."""
LAUNCH_CONFIGURATION = "aws:ec2/launchConfiguration:LaunchConfiguration"
METADATA_DEFAULTS = "aws:ec2/instanceMetadataDefaults:InstanceMetadataDefaults"
KEY_PAIR = "aws:ec2/keyPair:KeyPair"
NETWORK_INTERFACE = "aws:ec2/networkInterface:NetworkInterface"
NETWORK_INTERFACE_GROUP = "aws:ec2/networkInterfaceSecurityGroupAttachment:NetworkInterfaceSecurityGroupAttachment"
EIP = "aws:ec2/eip:Eip"
VOLUME = "aws:ebs/volume:Volume"
SNAPSHOT_COPY = "aws:ebs/snapshotCopy:SnapshotCopy"
SNAPSHOT_SHARE = "aws:ec2/snapshotCreateVolumePermission:SnapshotCreateVolumePermission"
SNAPSHOT_BLOCK_PUBLIC_ACCESS = "aws:ebs/snapshotBlockPublicAccess:SnapshotBlockPublicAccess"
DEFAULT_ENCRYPTION = "aws:ebs/encryptionByDefault:EncryptionByDefault"
DEFAULT_KEY = "aws:ebs/defaultKmsKey:DefaultKmsKey"
IMAGE_COPY = "aws:ec2/amiCopy:AmiCopy"
IMAGE_SHARE = "aws:ec2/amiLaunchPermission:AmiLaunchPermission"

# The network.
VPC = "aws:ec2/vpc:Vpc"
DEFAULT_VPC = "aws:ec2/defaultVpc:DefaultVpc"
VPC_RANGE = "aws:ec2/vpcIpv4CidrBlockAssociation:VpcIpv4CidrBlockAssociation"
SUBNET = "aws:ec2/subnet:Subnet"
DEFAULT_SUBNET = "aws:ec2/defaultSubnet:DefaultSubnet"
SUBNETS = (SUBNET, DEFAULT_SUBNET)
ROUTE = "aws:ec2/route:Route"
ROUTE_TABLE = "aws:ec2/routeTable:RouteTable"
DEFAULT_ROUTE_TABLE = "aws:ec2/defaultRouteTable:DefaultRouteTable"
ROUTE_TABLES = (ROUTE_TABLE, DEFAULT_ROUTE_TABLE)
ROUTE_TABLE_ASSOCIATION = "aws:ec2/routeTableAssociation:RouteTableAssociation"
MAIN_ROUTE_TABLE_ASSOCIATION = "aws:ec2/mainRouteTableAssociation:MainRouteTableAssociation"
INTERNET_GATEWAY = "aws:ec2/internetGateway:InternetGateway"
INTERNET_GATEWAY_ATTACHMENT = "aws:ec2/internetGatewayAttachment:InternetGatewayAttachment"
NAT_GATEWAY = "aws:ec2/natGateway:NatGateway"
EIP_ASSOCIATION = "aws:ec2/eipAssociation:EipAssociation"
NETWORK_ACL = "aws:ec2/networkAcl:NetworkAcl"
DEFAULT_NETWORK_ACL = "aws:ec2/defaultNetworkAcl:DefaultNetworkAcl"
NETWORK_ACL_RULE = "aws:ec2/networkAclRule:NetworkAclRule"
VPC_ENDPOINT = "aws:ec2/vpcEndpoint:VpcEndpoint"
VPC_ENDPOINT_POLICY = "aws:ec2/vpcEndpointPolicy:VpcEndpointPolicy"
VPC_ENDPOINT_SECURITY_GROUP = "aws:ec2/securityGroupAssociation:SecurityGroupAssociation"
FLOW_LOG = "aws:ec2/flowLog:FlowLog"
VPC_ENCRYPTION_CONTROL = "aws:ec2/vpcEncryptionControl:VpcEncryptionControl"
VPC_BLOCK_PUBLIC_ACCESS = "aws:ec2/vpcBlockPublicAccessOptions:VpcBlockPublicAccessOptions"
SECURITY_GROUP = "aws:ec2/securityGroup:SecurityGroup"
DEFAULT_SECURITY_GROUP = "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup"
INGRESS_RULE = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
EGRESS_RULE = "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule"
LEGACY_RULE = "aws:ec2/securityGroupRule:SecurityGroupRule"
RULES_APART = (INGRESS_RULE, EGRESS_RULE, LEGACY_RULE)
"""Resources that are a rule of a security group each."""
STATES_INGRESS = (SECURITY_GROUP, DEFAULT_SECURITY_GROUP, INGRESS_RULE, LEGACY_RULE)
STATES_EGRESS = (SECURITY_GROUP, DEFAULT_SECURITY_GROUP, EGRESS_RULE, LEGACY_RULE)
PREFIX_LIST = "aws:ec2/managedPrefixList:ManagedPrefixList"
PREFIX_LIST_ENTRY = "aws:ec2/managedPrefixListEntry:ManagedPrefixListEntry"

# Load balancers; each has two tokens.
LOAD_BALANCERS = ("aws:lb/loadBalancer:LoadBalancer", "aws:alb/loadBalancer:LoadBalancer")
LISTENERS = ("aws:lb/listener:Listener", "aws:alb/listener:Listener")
LISTENER_RULES = ("aws:lb/listenerRule:ListenerRule", "aws:alb/listenerRule:ListenerRule")
LISTENER_CERTIFICATES = (
    "aws:lb/listenerCertificate:ListenerCertificate",
    "aws:alb/listenerCertificate:ListenerCertificate",
)
TARGET_GROUPS = ("aws:lb/targetGroup:TargetGroup", "aws:alb/targetGroup:TargetGroup")
ACM_CERTIFICATES = ("aws:acm/certificate:Certificate", "aws:acm/certificateValidation:CertificateValidation")

# Stores and logs that the network's rules follow.
BUCKET = "aws:s3/bucket:Bucket"
BUCKET_ENCRYPTION = "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration"
BUCKET_PUBLIC_ACCESS_BLOCK = "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock"
LOG_GROUP = "aws:cloudwatch/logGroup:LogGroup"
LUSTRE = "aws:fsx/lustreFileSystem:LustreFileSystem"
MOUNT_TARGET = "aws:efs/mountTarget:MountTarget"
