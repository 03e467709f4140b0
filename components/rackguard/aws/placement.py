"""Placement: where a pool's nodes stand, and the capacity that is kept for them."""

from collections.abc import Mapping
from typing import Self

import pulumi
from pulumi import InvokeOutputOptions, Output, ResourceOptions
from pulumi_aws import ec2

from rackguard.aws import lookups
from rackguard.aws.args.part import PlacementArgs
from rackguard.aws.reading import NO_ARGUMENTS
from rackguard.aws.standalone import plan_part
from rackguard.plan.types import PlacementPlan, ReservationPlan
from rackguard.record import record


@record
class PlacementParts:
    """What a placement is made from, all of it planned."""

    plan: PlacementPlan
    reservation: ReservationPlan | None
    tags: Mapping[str, str]


class Placement(pulumi.ComponentResource):
    """A placement group and a capacity reservation for one pool; the reservation is made in the group.

    Never a capacity block: those are bought by hand, and named by their id.
    Another strategy is another group. AWS keeps the old one as long as a node is in it: until then a deployment ends
    with its error, and a later one removes it.
    """

    group_name: pulumi.Output[str] | None
    """Name of the placement group that was made; none where there is none or it existed before."""
    group_arn: pulumi.Output[str] | None
    """ARN of the placement group that was made."""
    reservation_id: pulumi.Output[str] | None
    """Id of the capacity reservation that was made; it is billed from its start, used or not."""
    reservation_arn: pulumi.Output[str] | None
    """ARN of the capacity reservation that was made."""

    def __init__(
        self, name: str, args: PlacementArgs = NO_ARGUMENTS, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        """Plan and make it by itself.

        Raises:
            InvalidArguments: with every problem found in the arguments.
        """
        part = plan_part(name, args, PlacementArgs)
        pool, _ = part.pool()
        self._build(name, PlacementParts(pool.placement, pool.launch.reservation, part.plan.tags), opts)
        part.hold(self)

    @classmethod
    def planned(cls, name: str, parts: PlacementParts, opts: ResourceOptions | None = None) -> Self:
        """A placement as a pool's plan has it."""
        made = cls.__new__(cls)
        cls._build(made, name, parts, opts)
        return made

    def _build(self, name: str, parts: PlacementParts, opts: ResourceOptions | None) -> None:
        super().__init__("rackguard-aws:index:Placement", name, None, opts)
        group = self._group(f"{name}-group", parts) if parts.plan.name else None
        reservation = None
        if parts.reservation:
            inside = group.arn if group and parts.reservation.placement_group_name else None
            reservation = self._reservation(f"{name}-reservation", parts.reservation, inside, parts.tags)
        self.group_name = group.name if group else None
        self.group_arn = group.arn if group else None
        self.reservation_id = reservation.id if reservation else None
        self.reservation_arn = reservation.arn if reservation else None
        self.register_outputs({key: getattr(self, key) for key in Placement.__annotations__})

    def _group(self, name: str, parts: PlacementParts) -> ec2.PlacementGroup:
        plan = parts.plan
        assert plan.name
        assert plan.strategy
        return ec2.PlacementGroup(
            name,
            name=plan.name,
            strategy=plan.strategy,
            partition_count=plan.partition_count,
            tags={**parts.tags, "Name": plan.name},
            opts=ResourceOptions(parent=self),
        )

    def _reservation(
        self, name: str, plan: ReservationPlan, inside: Output[str] | None, tags: Mapping[str, str]
    ) -> ec2.CapacityReservation:
        return ec2.CapacityReservation(
            name,
            instance_type=plan.instance_type,
            instance_platform=plan.platform,
            # The only resource that knows zones by nothing but the account's own name of them.
            availability_zone=lookups.zone_name(plan.zone_id, InvokeOutputOptions(parent=self)),
            instance_count=plan.count,
            instance_match_criteria=plan.match,
            placement_group_arn=inside,
            ebs_optimized=True,
            end_date_type="unlimited",
            tenancy="default",
            tags={**tags, "Name": plan.name},
            opts=ResourceOptions(parent=self),
        )
