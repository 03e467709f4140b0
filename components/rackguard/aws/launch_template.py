"""The launch template of a pool: one node, from its interfaces to its tags."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pulumi import ResourceOptions
from pulumi_aws import ec2

from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pulumi import Input, Resource

    from rackguard.plan.types import LaunchPlan, NetworkInterface, PoolPlan, Volume

_TAGGED = ("instance", "volume", "network-interface")


@record
class TemplateParts:
    """What a launch template is made from."""

    plan: PoolPlan
    tags: Mapping[str, str]
    """Of the template itself; those of nodes are the plan's."""
    key_arn: Input[str]
    image_id: Input[str]
    instance_profile: Input[str]
    security_group_ids: Sequence[Input[str]]
    placement_group: Input[str] | None
    """Name of the group that nodes are launched into."""
    reservation_id: Input[str] | None
    """Reservation or block that nodes run in, and nowhere else."""


def make_launch_template(name: str, parts: TemplateParts, parent: Resource) -> ec2.LaunchTemplate:
    """The launch template. A change makes a new version of it and touches no node by itself."""
    plan = parts.plan
    return ec2.LaunchTemplate(
        name,
        name=plan.template_name,
        update_default_version=True,
        image_id=parts.image_id,
        instance_type=plan.launch.instance_type_in_template,
        iam_instance_profile=ec2.LaunchTemplateIamInstanceProfileArgs(name=parts.instance_profile),
        network_interfaces=[_interface(interface, parts.security_group_ids) for interface in plan.network_interfaces],
        block_device_mappings=[_mapping(volume, parts.key_arn) for volume in plan.volumes],
        metadata_options=ec2.LaunchTemplateMetadataOptionsArgs(
            http_endpoint="enabled",
            http_tokens="required",
            http_put_response_hop_limit=plan.metadata_hop_limit,
            instance_metadata_tags="disabled",
        ),
        monitoring=ec2.LaunchTemplateMonitoringArgs(enabled=True),
        instance_market_options=_market(plan.launch),
        capacity_reservation_specification=_reservation(plan.launch, parts.reservation_id),
        placement=_placement(parts.placement_group),
        user_data=plan.user_data.base64,
        tag_specifications=[
            ec2.LaunchTemplateTagSpecificationArgs(resource_type=kind, tags=dict(plan.tags)) for kind in _TAGGED
        ],
        tags={**parts.tags, "Name": plan.template_name},
        opts=ResourceOptions(parent=parent),
    )


def _interface(
    interface: NetworkInterface, security_group_ids: Sequence[Input[str]]
) -> ec2.LaunchTemplateNetworkInterfaceArgs:
    return ec2.LaunchTemplateNetworkInterfaceArgs(
        network_card_index=interface.network_card_index,
        device_index=interface.device_index,
        interface_type=interface.interface_type,
        # An EFA-only interface has no address at all, and EC2 refuses to be told about one.
        associate_public_ip_address=None if interface.interface_type == "efa-only" else "false",
        delete_on_termination="true",
        security_groups=list(security_group_ids),
    )


def _mapping(volume: Volume, key_arn: Input[str]) -> ec2.LaunchTemplateBlockDeviceMappingArgs:
    return ec2.LaunchTemplateBlockDeviceMappingArgs(
        device_name=volume.device_name,
        ebs=ec2.LaunchTemplateBlockDeviceMappingEbsArgs(
            volume_type=volume.type,
            volume_size=volume.size_gib,
            iops=volume.iops,
            throughput=volume.throughput_mib_s,
            encrypted="true",
            kms_key_id=key_arn,
            delete_on_termination="true",
        ),
    )


def _market(launch: LaunchPlan) -> ec2.LaunchTemplateInstanceMarketOptionsArgs | None:
    if not launch.market_type:
        return None
    spot = None
    if launch.market_type == "spot":
        spot = ec2.LaunchTemplateInstanceMarketOptionsSpotOptionsArgs(
            instance_interruption_behavior=launch.spot_interruption_behavior, max_price=launch.spot_max_price
        )
    return ec2.LaunchTemplateInstanceMarketOptionsArgs(market_type=launch.market_type, spot_options=spot)


def _reservation(
    launch: LaunchPlan, reservation_id: Input[str] | None
) -> ec2.LaunchTemplateCapacityReservationSpecificationArgs | None:
    target = None
    if reservation_id is not None:
        target = ec2.LaunchTemplateCapacityReservationSpecificationCapacityReservationTargetArgs(
            capacity_reservation_id=reservation_id
        )
    if target is None and launch.reservation_preference is None:
        return None
    return ec2.LaunchTemplateCapacityReservationSpecificationArgs(
        capacity_reservation_preference=launch.reservation_preference, capacity_reservation_target=target
    )


def _placement(group: Input[str] | None) -> ec2.LaunchTemplatePlacementArgs | None:
    return None if group is None else ec2.LaunchTemplatePlacementArgs(group_name=group)
