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
RESERVATION = "aws:ec2/capacityReservation:CapacityReservation"
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
BUCKET_V2 = "aws:s3/bucketV2:BucketV2"
BUCKET_ENCRYPTION = "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration"
BUCKET_PUBLIC_ACCESS_BLOCK = "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock"
LOG_GROUP = "aws:cloudwatch/logGroup:LogGroup"
LUSTRE = "aws:fsx/lustreFileSystem:LustreFileSystem"
MOUNT_TARGET = "aws:efs/mountTarget:MountTarget"

# Buckets and their companions; each has a token of an older name, whose inputs are alike but for BucketV2's blocks.
BUCKETS = (BUCKET, BUCKET_V2)
BUCKET_ENCRYPTIONS = (
    BUCKET_ENCRYPTION,
    "aws:s3/bucketServerSideEncryptionConfigurationV2:BucketServerSideEncryptionConfigurationV2",
)
BUCKET_VERSIONINGS = ("aws:s3/bucketVersioning:BucketVersioning", "aws:s3/bucketVersioningV2:BucketVersioningV2")
BUCKET_LOGGINGS = ("aws:s3/bucketLogging:BucketLogging", "aws:s3/bucketLoggingV2:BucketLoggingV2")
BUCKET_ACLS = ("aws:s3/bucketAcl:BucketAcl", "aws:s3/bucketAclV2:BucketAclV2")
BUCKET_LIFECYCLES = (
    "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration",
    "aws:s3/bucketLifecycleConfigurationV2:BucketLifecycleConfigurationV2",
)
BUCKET_OBJECT_LOCKS = (
    "aws:s3/bucketObjectLockConfiguration:BucketObjectLockConfiguration",
    "aws:s3/bucketObjectLockConfigurationV2:BucketObjectLockConfigurationV2",
)
BUCKET_WEBSITES = (
    "aws:s3/bucketWebsiteConfiguration:BucketWebsiteConfiguration",
    "aws:s3/bucketWebsiteConfigurationV2:BucketWebsiteConfigurationV2",
)
BUCKET_POLICY = "aws:s3/bucketPolicy:BucketPolicy"
BUCKET_OWNERSHIP = "aws:s3/bucketOwnershipControls:BucketOwnershipControls"
BUCKET_REPLICATION = "aws:s3/bucketReplicationConfig:BucketReplicationConfig"
ACCOUNT_PUBLIC_ACCESS_BLOCK = "aws:s3/accountPublicAccessBlock:AccountPublicAccessBlock"
BUCKET_OBJECTS = (
    "aws:s3/bucketObject:BucketObject",
    "aws:s3/bucketObjectv2:BucketObjectv2",
    "aws:s3/objectCopy:ObjectCopy",
)
TRAIL = "aws:cloudtrail/trail:Trail"

# Keys, and who may do what.
KEY = "aws:kms/key:Key"
REPLICA_KEY = "aws:kms/replicaKey:ReplicaKey"
EXTERNAL_KEY = "aws:kms/externalKey:ExternalKey"
REPLICA_EXTERNAL_KEY = "aws:kms/replicaExternalKey:ReplicaExternalKey"
ALL_KEYS = (KEY, REPLICA_KEY, EXTERNAL_KEY, REPLICA_EXTERNAL_KEY)
KEY_ALIAS = "aws:kms/alias:Alias"
KEY_POLICY = "aws:kms/keyPolicy:KeyPolicy"
KEY_GRANT = "aws:kms/grant:Grant"
ROLE = "aws:iam/role:Role"
SERVICE_LINKED_ROLE = "aws:iam/serviceLinkedRole:ServiceLinkedRole"
POLICY = "aws:iam/policy:Policy"
ROLE_POLICY = "aws:iam/rolePolicy:RolePolicy"
INLINE_POLICIES = (ROLE_POLICY, "aws:iam/userPolicy:UserPolicy", "aws:iam/groupPolicy:GroupPolicy")
ROLE_POLICY_ATTACHMENT = "aws:iam/rolePolicyAttachment:RolePolicyAttachment"
POLICY_ATTACHMENT = "aws:iam/policyAttachment:PolicyAttachment"
POLICY_ATTACHMENTS = (
    ROLE_POLICY_ATTACHMENT,
    POLICY_ATTACHMENT,
    "aws:iam/userPolicyAttachment:UserPolicyAttachment",
    "aws:iam/groupPolicyAttachment:GroupPolicyAttachment",
)
POLICY_ATTACHMENT_LISTS = (
    "aws:iam/rolePolicyAttachmentsExclusive:RolePolicyAttachmentsExclusive",
    "aws:iam/userPolicyAttachmentsExclusive:UserPolicyAttachmentsExclusive",
    "aws:iam/groupPolicyAttachmentsExclusive:GroupPolicyAttachmentsExclusive",
)
INSTANCE_PROFILE = "aws:iam/instanceProfile:InstanceProfile"
USER = "aws:iam/user:User"
ACCESS_KEY = "aws:iam/accessKey:AccessKey"
OIDC_PROVIDER = "aws:iam/openIdConnectProvider:OpenIdConnectProvider"

# Queues, topics, secrets.
TOPIC = "aws:sns/topic:Topic"
TOPIC_POLICY = "aws:sns/topicPolicy:TopicPolicy"
QUEUE = "aws:sqs/queue:Queue"
QUEUE_POLICY = "aws:sqs/queuePolicy:QueuePolicy"
QUEUE_REDRIVE = "aws:sqs/redrivePolicy:RedrivePolicy"
QUEUE_REDRIVE_ALLOW = "aws:sqs/redriveAllowPolicy:RedriveAllowPolicy"
SECRET = "aws:secretsmanager/secret:Secret"  # noqa: S105 (a type token)
PARAMETER = "aws:ssm/parameter:Parameter"

# File systems, backups, logs and trails.
FILE_SYSTEM = "aws:efs/fileSystem:FileSystem"
FILE_SYSTEM_POLICY = "aws:efs/fileSystemPolicy:FileSystemPolicy"
FILE_SYSTEM_BACKUP = "aws:efs/backupPolicy:BackupPolicy"
ACCESS_POINT = "aws:efs/accessPoint:AccessPoint"
DATA_REPOSITORY = "aws:fsx/dataRepositoryAssociation:DataRepositoryAssociation"
FILE_CACHE = "aws:fsx/fileCache:FileCache"
BACKUP_PLAN = "aws:backup/plan:Plan"
BACKUP_SELECTION = "aws:backup/selection:Selection"
BACKUP_VAULT = "aws:backup/vault:Vault"
BACKUP_VAULT_LOCK = "aws:backup/vaultLockConfiguration:VaultLockConfiguration"
ALARM = "aws:cloudwatch/metricAlarm:MetricAlarm"
COMPOSITE_ALARM = "aws:cloudwatch/compositeAlarm:CompositeAlarm"
