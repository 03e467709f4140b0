"""Machines with public addresses, open metadata and bare disks: by template, alone, on spot, and in groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pulumi import Output, ResourceOptions
from pulumi_aws import autoscaling, ebs, ec2, iam, kms

if TYPE_CHECKING:
    from network import Nets

USER_DATA = "#!/bin/sh\nexport AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\n"
IMAGE = "ami-0123456789abcdef0"


def declare(using: ResourceOptions, nets: Nets, key: kms.Key, role: iam.Role) -> None:
    """Everything that computes."""
    pair = ec2.KeyPair("shared", public_key="ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ== shared", opts=using)
    profile = iam.InstanceProfile("node", role=role.name, opts=using)
    bare: dict[str, Any] = {
        "ami": "resolve:ssm:/images/latest",
        "instance_type": "g6.xlarge",
        "subnet_id": nets.public.id,
        "associate_public_ip_address": True,
        "ipv6_address_count": 1,
        "source_dest_check": False,
        "metadata_options": {"http_tokens": "optional", "http_put_response_hop_limit": 3},
        "root_block_device": {"encrypted": False, "delete_on_termination": False},
        "ebs_block_devices": [{"device_name": "/dev/sdf", "volume_size": 10}],
        "user_data": USER_DATA,
        "key_name": pair.key_name,
    }
    node = ec2.Instance("bare", opts=using, **bare)
    ec2.SpotInstanceRequest("spot", opts=using, **bare)
    ec2.EipAssociation("bare", instance_id=node.id, allocation_id="eipalloc-0123456789abcdef0", opts=using)
    ec2.Eip("of-bare", instance=node.id, domain="vpc", opts=using)
    secret = ResourceOptions.merge(using, ResourceOptions(ignore_changes=["userData", "metadataOptions"]))
    ec2.Instance(
        "hidden",
        ami=IMAGE,
        instance_type="g6.xlarge",
        user_data=Output.secret(USER_DATA),
        iam_instance_profile=profile.name,
        metadata_options={"http_tokens": "required"},
        vpc_security_group_ids=[nets.group.id],
        opts=secret,
    )
    _groups(using, nets, key)
    ebs.Volume("bare", availability_zone="us-east-2a", size=10, multi_attach_enabled=True, type="io2", opts=using)
    ec2.NetworkInterface("bare", subnet_id=nets.public.id, source_dest_check=False, opts=using)
    ec2.CapacityReservation(
        "idle",
        availability_zone="us-east-2a",
        instance_type="p5.48xlarge",
        instance_platform="Linux/UNIX",
        instance_count=4,
        opts=using,
    )


def _groups(using: ResourceOptions, nets: Nets, key: kms.Key) -> None:
    template = ec2.LaunchTemplate(
        "weak",
        image_id=IMAGE,
        instance_type="p5.48xlarge",
        key_name="shared",
        user_data="QVdTX1NFQ1JFVF9BQ0NFU1NfS0VZPXdKYWxyWFV0bkZFTUkvSzdNREVORy9iUHhSZmlDWUVYQU1QTEVLRVk=",
        metadata_options={"http_tokens": "optional", "http_put_response_hop_limit": 2},
        block_device_mappings=[
            {"device_name": "/dev/sda1", "ebs": {"encrypted": "true", "kms_key_id": key.arn, "volume_size": 100}},
            {"device_name": "/dev/sdb", "ebs": {"encrypted": "false", "volume_size": 100}},
        ],
        network_interfaces=[
            {"network_card_index": 0, "security_groups": [nets.group.id], "associate_public_ip_address": "false"},
            {"network_card_index": 1, "device_index": 1, "associate_public_ip_address": "true"},
        ],
        opts=using,
    )
    empty = ec2.LaunchTemplate("empty", instance_type="g6.xlarge", opts=using)
    autoscaling.Group(
        "latest",
        min_size=2,
        max_size=4,
        vpc_zone_identifiers=[nets.public.id],
        launch_template={"id": template.id, "version": "$Latest"},
        opts=using,
    )
    autoscaling.Group(
        "mixed",
        min_size=1,
        max_size=1,
        availability_zones=["us-east-2a"],
        mixed_instances_policy={
            "launch_template": {
                "launch_template_specification": {"launch_template_id": empty.id, "version": "$Default"},
                "overrides": [{"instance_type": "g6.2xlarge"}, {"instance_type": "g6.4xlarge"}],
            }
        },
        opts=using,
    )
