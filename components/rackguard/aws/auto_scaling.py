"""The Auto Scaling group of a pool, and when a capacity block's group holds nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pulumi import CustomTimeouts, ResourceOptions
from pulumi_aws import autoscaling

from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pulumi import Input, Output, Resource
    from pulumi_aws import ec2

    from rackguard.plan.types import LaunchPlan, PoolPlan, RolloutPlan

WARM_UP_SECONDS = 300
"""From running to ready: user data formats disks and mounts file systems. A roll-out waits as long for each node."""
_DELETE = "60m"
"""Instances with many network cards take long to end, and the group goes only after the last of them."""


@record
class GroupParts:
    """What an Auto Scaling group is made from."""

    plan: PoolPlan
    tags: Mapping[str, str]
    """Of the group itself; those of nodes are in the template."""
    template: ec2.LaunchTemplate
    subnet_ids: Sequence[Input[str]]
    ready: Sequence[Resource]
    """What must be there before a node boots."""


def make_group(name: str, parts: GroupParts, parent: Resource) -> autoscaling.Group:
    """The group. `up` doesn't wait for capacity: nodes come when there is some.

    No `force_delete`: to delete a group is to wait for its nodes, so that no node and no interface outlives it.
    """
    plan = parts.plan
    schedule = plan.schedule
    # A number, not `$Latest`: the change is seen in a preview, and a roll-out starts by it.
    version = parts.template.latest_version.apply(str)
    mixed = _mixed(plan.launch, parts.template.id, version)
    simple = autoscaling.GroupLaunchTemplateArgs(id=parts.template.id, version=version)
    return autoscaling.Group(
        name,
        name=plan.group_name,
        min_size=schedule.min_size,
        max_size=schedule.max_size,
        desired_capacity=schedule.desired_capacity,
        vpc_zone_identifiers=list(parts.subnet_ids),
        launch_template=None if mixed else simple,
        mixed_instances_policy=mixed,
        health_check_type="EC2",
        default_instance_warmup=WARM_UP_SECONDS,
        wait_for_capacity_timeout="0",
        termination_policies=["OldestLaunchTemplate", "Default"],
        suspended_processes=list(plan.suspended_processes) or None,
        instance_maintenance_policy=_maintenance(plan.rollout),
        instance_refresh=_refresh(plan.rollout),
        tags=[
            autoscaling.GroupTagArgs(key=key, value=value, propagate_at_launch=False)
            for key, value in {**parts.tags, "Name": plan.group_name}.items()
        ],
        opts=ResourceOptions(
            parent=parent,
            depends_on=list(parts.ready),
            ignore_changes=["desired_capacity"] if schedule.ignore_desired else None,
            custom_timeouts=CustomTimeouts(delete=_DELETE),
        ),
    )


def make_schedules(name: str, plan: PoolPlan, group: Output[str], parent: Resource) -> tuple[autoscaling.Schedule, ...]:
    """The scheduled actions of the group called `group`, each named `name-<action>` in the stack."""
    return tuple(
        autoscaling.Schedule(
            f"{name}-{action.name}",
            scheduled_action_name=action.name,
            autoscaling_group_name=group,
            start_time=action.start_time,
            min_size=action.min_size,
            max_size=action.max_size,
            desired_capacity=action.desired_capacity,
            opts=ResourceOptions(parent=parent),
        )
        for action in plan.schedule.actions
    )


def make_termination_hook(name: str, plan: PoolPlan, group: Output[str], parent: Resource) -> autoscaling.LifecycleHook:
    """What makes the group called `group` wait for a node that it ends to save.

    It goes with its group: deleted before it, as its dependency asks, a `destroy` would end nodes at once.
    """
    termination = plan.termination
    return autoscaling.LifecycleHook(
        name,
        name=termination.hook_name,
        autoscaling_group_name=group,
        lifecycle_transition="autoscaling:EC2_INSTANCE_TERMINATING",
        heartbeat_timeout=termination.heartbeat_seconds,
        default_result=termination.default_result,
        opts=ResourceOptions(parent=parent, retain_on_delete=True),
    )


def _mixed(
    launch: LaunchPlan, template_id: Output[str], version: Output[str]
) -> autoscaling.GroupMixedInstancesPolicyArgs | None:
    if not launch.mixed_types:
        return None
    return autoscaling.GroupMixedInstancesPolicyArgs(
        launch_template=autoscaling.GroupMixedInstancesPolicyLaunchTemplateArgs(
            launch_template_specification=(
                autoscaling.GroupMixedInstancesPolicyLaunchTemplateLaunchTemplateSpecificationArgs(
                    launch_template_id=template_id, version=version
                )
            ),
            overrides=[
                autoscaling.GroupMixedInstancesPolicyLaunchTemplateOverrideArgs(instance_type=instance_type)
                for instance_type in launch.mixed_types
            ],
        ),
        instances_distribution=_distribution(launch),
    )


def _distribution(launch: LaunchPlan) -> autoscaling.GroupMixedInstancesPolicyInstancesDistributionArgs:
    """All nodes on spot, or all of them on demand: a pool's nodes are bought in one way."""
    if not launch.spot_allocation:
        return autoscaling.GroupMixedInstancesPolicyInstancesDistributionArgs(
            on_demand_allocation_strategy="prioritized", on_demand_percentage_above_base_capacity=100
        )
    return autoscaling.GroupMixedInstancesPolicyInstancesDistributionArgs(
        on_demand_base_capacity=0,
        on_demand_percentage_above_base_capacity=0,
        spot_allocation_strategy=launch.spot_allocation,
        spot_max_price=launch.spot_max_price,
    )


def _maintenance(rollout: RolloutPlan) -> autoscaling.GroupInstanceMaintenancePolicyArgs | None:
    if rollout.min_healthy_percent is None or rollout.max_healthy_percent is None:
        return None
    return autoscaling.GroupInstanceMaintenancePolicyArgs(
        min_healthy_percentage=rollout.min_healthy_percent, max_healthy_percentage=rollout.max_healthy_percent
    )


def _refresh(rollout: RolloutPlan) -> autoscaling.GroupInstanceRefreshArgs | None:
    if rollout.mode != "rolling":
        return None
    return autoscaling.GroupInstanceRefreshArgs(
        strategy="Rolling",
        preferences=autoscaling.GroupInstanceRefreshPreferencesArgs(
            min_healthy_percentage=rollout.min_healthy_percent,
            max_healthy_percentage=rollout.max_healthy_percent,
            instance_warmup=str(WARM_UP_SECONDS),
            skip_matching=True,
        ),
    )
