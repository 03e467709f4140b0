"""The login node: one CPU instance with its role and, where the Internet may reach it, an elastic address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pulumi import ResourceOptions
from pulumi_aws import ec2

from rackguard.aws.image import kept_image
from rackguard.aws.role import MadeRole, make_role
from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pulumi import Input, Output, Resource

    from rackguard.plan.types import LoginNodePlan, Volume


@record
class LoginNodeParts:
    """What a login node is made from."""

    plan: LoginNodePlan
    tags: Mapping[str, str]
    key_arn: Input[str]
    subnet_id: Input[str]
    security_group_ids: Sequence[Input[str]]
    role: MadeRole | None
    """Its role where it was made before; None makes it too."""
    ready: Sequence[Resource]
    """What must be there before it boots: its way out, the rules of its groups, what its user data reads."""


@record
class MadeLoginNode:
    """A login node and how it is reached."""

    instance: ec2.Instance
    role: MadeRole
    address: Output[str]
    """Its elastic address where it is public, else its private one."""


def make_login_node(name: str, parts: LoginNodeParts, parent: Resource) -> MadeLoginNode:
    """The login node, named `name` in the stack."""
    plan = parts.plan
    tags = {**parts.tags, "Name": plan.name}
    role = parts.role or make_role(f"{name}-role", plan.role, parts.tags, parent)
    instance = _instance(name, parts, tags, role, parent)
    if not plan.public:
        return MadeLoginNode(instance, role, instance.private_ip)
    address = ec2.Eip(
        f"{name}-address", domain="vpc", instance=instance.id, tags=tags, opts=ResourceOptions(parent=parent)
    )
    return MadeLoginNode(instance, role, address.public_ip)


def _instance(
    name: str, parts: LoginNodeParts, tags: Mapping[str, str], role: MadeRole, parent: Resource
) -> ec2.Instance:
    plan = parts.plan
    assert role.profile
    return ec2.Instance(
        name,
        ami=kept_image(f"{name}-image", plan.image, parent),
        instance_type=plan.instance_type,
        subnet_id=parts.subnet_id,
        vpc_security_group_ids=list(parts.security_group_ids),
        associate_public_ip_address=False,
        iam_instance_profile=role.profile.name,
        metadata_options=ec2.InstanceMetadataOptionsArgs(
            http_endpoint="enabled",
            http_tokens="required",
            http_put_response_hop_limit=1,
            instance_metadata_tags="disabled",
        ),
        monitoring=True,
        root_block_device=_root(plan.volumes[0], parts.key_arn),
        volume_tags=dict(tags),
        # cloud-init runs user data once an instance, so that a changed one reaches a new instance only.
        user_data_base64=plan.user_data.base64,
        user_data_replace_on_change=True,
        # Nobody ends it in the console by mistake; the stack still can.
        disable_api_termination=True,
        force_destroy=True,
        tags=dict(tags),
        opts=ResourceOptions(
            parent=parent,
            depends_on=[*role.ready, *parts.ready],
            # With the elastic address a refresh finds it true, and "false" would then replace the instance.
            ignore_changes=["associate_public_ip_address"] if plan.public else None,
        ),
    )


def _root(volume: Volume, key_arn: Input[str]) -> ec2.InstanceRootBlockDeviceArgs:
    return ec2.InstanceRootBlockDeviceArgs(
        volume_type=volume.type,
        volume_size=volume.size_gib,
        iops=volume.iops,
        throughput=volume.throughput_mib_s,
        encrypted=True,
        kms_key_id=key_arn,
        delete_on_termination=True,
    )
