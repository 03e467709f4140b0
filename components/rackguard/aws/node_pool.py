"""NodePool: nodes bought in one way."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, Self

import pulumi
from pulumi import Input, Output, Resource, ResourceOptions

from rackguard.aws.args.part import NodePoolArgs
from rackguard.aws.auto_scaling import GroupParts, make_group, make_schedules, make_termination_hook
from rackguard.aws.image import kept_image
from rackguard.aws.launch_template import TemplateParts, make_launch_template
from rackguard.aws.placement import Placement, PlacementParts
from rackguard.aws.reading import NO_ARGUMENTS
from rackguard.aws.role import MadeRole, make_role
from rackguard.aws.standalone import plan_part
from rackguard.plan.arn import placement_group_name
from rackguard.plan.types import PoolPlan
from rackguard.record import record


@record
class NodePoolParts:
    """What a pool is made from: planned, and what it needs of other components."""

    plan: PoolPlan
    tags: Mapping[str, str]
    key_arn: Input[str]
    """Of the key that encrypts the nodes' disks."""
    security_group_ids: Mapping[str, Input[str]]
    """By the plan's key: `nodes`."""
    subnet_ids: Mapping[str, Input[str]]
    """Private subnets by zone id."""
    declared: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What was declared of the pool: the component's own inputs, which what is billed is read from."""
    role: MadeRole | None = None
    """The pool's role where it was made before, for a store's policy to name it; None makes it inside the pool."""
    placement: Placement | None = None
    """Group and reservation of the pool, made before it; None makes what the plan has of them inside the pool."""
    ready: Sequence[Resource] = ()
    """What must be there before a node boots: its way out, rules of its groups, what its user data reads and writes."""


class NodePool(pulumi.ComponentResource):
    """A role, a launch template and an Auto Scaling group, whose nodes may save before they end; no scaling policy."""

    group_name: pulumi.Output[str]
    """Name of the Auto Scaling group."""
    group_arn: pulumi.Output[str]
    """ARN of the Auto Scaling group."""
    launch_template_id: pulumi.Output[str]
    """Id of the launch template that nodes are started from."""
    image_id: pulumi.Output[str]
    """Id of the image that nodes boot; write it down under `image` to pin it."""
    role_name: pulumi.Output[str]
    """Name of the role that nodes act as."""
    role_arn: pulumi.Output[str]
    """ARN of the role that nodes act as."""

    def __init__(
        self, name: str, args: NodePoolArgs = NO_ARGUMENTS, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        """Plan and make it by itself.

        Raises:
            InvalidArguments: with every problem found in the arguments.
        """
        part = plan_part(name, args, NodePoolArgs)
        pool, declared = part.pool()
        security_groups, subnets = part.ids(security_group_ids=pool.security_groups, node_subnet_ids=pool.zone_ids)
        parts = NodePoolParts(
            plan=pool,
            declared=declared,
            tags=part.plan.tags,
            key_arn=args["key_arn"],
            security_group_ids=security_groups,
            subnet_ids=subnets,
        )
        self._build(name, parts, opts)
        part.hold(self)

    @classmethod
    def planned(cls, name: str, parts: NodePoolParts, opts: ResourceOptions | None = None) -> Self:
        """A pool as a cluster's plan has it."""
        made = cls.__new__(cls)
        cls._build(made, name, parts, opts)
        return made

    def _build(self, name: str, parts: NodePoolParts, opts: ResourceOptions | None) -> None:
        plan = parts.plan
        declared = {"poolName": plan.name, "pool": dict(parts.declared)}
        super().__init__("rackguard-aws:index:NodePool", name, declared, opts)
        role = parts.role or make_role(f"{name}-role", plan.role, parts.tags, self)
        node = self._template(name, parts, role)
        template = make_launch_template(f"{name}-template", node, self)
        group = make_group(
            f"{name}-group",
            GroupParts(
                plan=plan,
                tags=parts.tags,
                template=template,
                subnet_ids=[parts.subnet_ids[zone] for zone in plan.zone_ids],
                ready=(*role.ready, *parts.ready),
            ),
            self,
        )
        make_termination_hook(f"{name}-termination", plan, group.name, self)
        make_schedules(name, plan, group.name, self)
        self.group_name = group.name
        self.group_arn = group.arn
        self.launch_template_id = template.id
        self.image_id = Output.from_input(node.image_id)
        self.role_name = role.role.name
        self.role_arn = role.role.arn
        self.register_outputs({key: getattr(self, key) for key in NodePool.__annotations__})

    def _template(self, name: str, parts: NodePoolParts, role: MadeRole) -> TemplateParts:
        plan = parts.plan
        assert role.profile
        placement = parts.placement or self._placement(f"{name}-placement", parts)
        group = placement.group_name if placement else None
        if plan.placement.existing_arn:
            group = placement_group_name(plan.placement.existing_arn)
        reservation = placement.reservation_id if placement else None
        return TemplateParts(
            plan=plan,
            tags=parts.tags,
            key_arn=parts.key_arn,
            image_id=kept_image(f"{name}-image", plan.image, self),
            instance_profile=role.profile.name,
            security_group_ids=[parts.security_group_ids[key] for key in plan.security_groups],
            placement_group=group,
            reservation_id=reservation if reservation is not None else plan.launch.reservation_id,
        )

    def _placement(self, name: str, parts: NodePoolParts) -> Placement | None:
        plan = parts.plan
        if not plan.placement.name and not plan.launch.reservation:
            return None
        placement = PlacementParts(plan.placement, plan.launch.reservation, parts.tags)
        return Placement.planned(name, placement, ResourceOptions(parent=self))
