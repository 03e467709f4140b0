"""Auto Scaling groups and the launch templates that their nodes are made from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pulumi_aws import autoscaling, ec2, kms
from tests.policies.stacks.parts.machines import IMAGE, METADATA, profile
from tests.policies.stacks.parts.names import tags

if TYPE_CHECKING:
    from tests.policies.stacks.parts.networks import Network


def template(
    name: str, type_: str, groups: list[ec2.SecurityGroup], key: kms.Key, classification: str
) -> ec2.LaunchTemplate:
    """Nodes without a public address or a log-in of their own."""
    disk: Any = {"encrypted": "true", "kms_key_id": key.arn, "volume_size": 200, "volume_type": "gp3"}
    disk["delete_on_termination"] = "true"
    interface: Any = {"device_index": 0, "security_groups": [each.id for each in groups]}
    interface |= {"associate_public_ip_address": "false", "delete_on_termination": "true"}
    launched: Any = [
        {"resource_type": kind, "tags": tags(classification)} for kind in ("instance", "volume", "network-interface")
    ]
    return ec2.LaunchTemplate(
        name,
        image_id=IMAGE,
        instance_type=type_,
        iam_instance_profile={"arn": profile(name, classification).arn},
        metadata_options=METADATA,
        monitoring={"enabled": True},
        block_device_mappings=[{"device_name": "/dev/sda1", "ebs": disk}],
        network_interfaces=[interface],
        tag_specifications=launched,
        tags=tags(classification),
    )


def fleet(name: str, most: int, of: Network, classification: str, **given: Any) -> autoscaling.Group:
    """A group over all of the network's subnets, of `given` template or mix."""
    marks: Any = [
        {"key": key, "value": value, "propagate_at_launch": True} for key, value in tags(classification).items()
    ]
    return autoscaling.Group(
        name,
        min_size=2,
        max_size=most,
        vpc_zone_identifiers=[subnet.id for subnet in of.subnets],
        tags=marks,
        **given,
    )
