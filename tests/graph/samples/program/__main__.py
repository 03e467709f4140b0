"""A small stack with what graphs are about: components in components, secrets, unknown values, options, a look-up."""

from __future__ import annotations

import pulumi
import pulumi_aws
from pulumi import ComponentResource, CustomTimeouts, Output, ResourceOptions
from pulumi_aws import ec2, kms, s3


class Network(ComponentResource):
    """A VPC with one subnet."""

    def __init__(self, name: str, cidr: str, opts: ResourceOptions) -> None:
        """Of the address range `cidr`."""
        super().__init__("sample:index:Network", name, {"cidr": cidr}, opts)
        own = ResourceOptions(parent=self)
        self.vpc = ec2.Vpc(f"{name}-vpc", cidr_block=cidr, tags={"Name": name}, opts=own)
        self.subnet = ec2.Subnet(f"{name}-subnet", vpc_id=self.vpc.id, cidr_block="10.0.1.0/24", opts=own)
        self.register_outputs({})


class Nodes(ComponentResource):
    """A network with a template for nodes in it."""

    def __init__(self, name: str, cidr: str, key: kms.Key, opts: ResourceOptions) -> None:
        """Their volumes are encrypted by `key`."""
        super().__init__("sample:index:Nodes", name, {}, opts)
        network = Network(f"{name}-net", cidr, ResourceOptions(parent=self))
        volume = ec2.LaunchTemplateBlockDeviceMappingEbsArgs(encrypted="true", kms_key_id=key.arn, volume_size=100)
        mapping = ec2.LaunchTemplateBlockDeviceMappingArgs(device_name="/dev/xvda", ebs=volume)
        self.template = ec2.LaunchTemplate(
            f"{name}-template",
            name=name,
            instance_type="p5.48xlarge",
            user_data=Output.secret("c2VjcmV0"),
            block_device_mappings=[mapping],
            network_interfaces=[
                ec2.LaunchTemplateNetworkInterfaceArgs(subnet_id=network.subnet.id, network_card_index=0),
                ec2.LaunchTemplateNetworkInterfaceArgs(subnet_id="subnet-00000000", network_card_index=1),
            ],
            opts=ResourceOptions(parent=self, depends_on=[network], ignore_changes=["imageId"]),
        )
        self.register_outputs({})


cidr = pulumi.Config("sample").require("cidr")
if cidr == "none":
    raise ValueError("the address range is none")
provider = pulumi_aws.Provider("aws", region="us-east-2")
using = ResourceOptions(provider=provider)
owner = pulumi_aws.get_caller_identity_output(opts=pulumi.InvokeOutputOptions(provider=provider)).account_id
key = kms.Key("key", description="volumes", tags={"account": owner}, opts=using)
bucket = s3.Bucket(
    "data",
    bucket="sample-data",
    tags={"password": Output.secret(key.arn)},
    opts=ResourceOptions(
        provider=provider, protect=True, retain_on_delete=True, custom_timeouts=CustomTimeouts(create="30m")
    ),
)
nodes = Nodes("nodes", cidr, key, ResourceOptions(providers=[provider]))
found = ec2.SecurityGroup.get("found", "sg-00000000", opts=using)
ec2.Instance(
    "login",
    ami="ami-00000000",
    vpc_security_group_ids=[found.id, "sg-11111111"],
    opts=ResourceOptions(provider=provider, depends_on=[nodes], deleted_with=bucket),
)
pulumi.export("bucket", bucket.bucket)
pulumi.export("key", key.arn)
pulumi.export("secret", Output.secret("hunter2"))
