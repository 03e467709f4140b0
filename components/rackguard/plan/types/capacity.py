"""How capacity is asked for, when, and what a change does to it."""

from __future__ import annotations

from typing import Literal

from rackguard.catalog.types import PurchaseOption
from rackguard.plan.types.decision import Decision
from rackguard.record import record


@record
class PlacementPlan:
    """The placement group of a pool."""

    strategy: Literal["cluster", "spread", "partition"] | None
    name: str | None
    """Name of the group that the stack makes; None for no group or an existing one."""
    existing_arn: str | None
    partition_count: int | None
    decisions: tuple[Decision, ...] = ()


@record
class ReservationPlan:
    """A capacity reservation that the stack makes."""

    name: str
    instance_type: str
    zone_id: str
    count: int
    platform: str
    match: Literal["targeted"]
    placement_group_name: str | None = None
    """Placement group of the plan that it is made in."""


@record
class LaunchPlan:
    """How the pool's launch template and group ask EC2 for capacity."""

    market_type: Literal["spot", "capacity-block"] | None
    """The template's market option; None for on-demand, reservations, and spot by a mixed policy."""
    spot_interruption_behavior: Literal["terminate"] | None
    spot_max_price: str | None
    reservation_id: str | None
    """Existing reservation or block that the template targets."""
    reservation: ReservationPlan | None
    """Reservation that the stack makes, and that the template then targets."""
    reservation_preference: Literal["capacity-reservations-only", "none"] | None
    instance_type_in_template: str | None
    mixed_types: tuple[str, ...]
    """Overrides of a mixed-instances policy, best first; empty for none."""
    spot_allocation: Literal["price-capacity-optimized"] | None
    decisions: tuple[Decision, ...]


@record
class ScheduledAction:
    """One scheduled action of an Auto Scaling group."""

    name: str
    start_time: str
    min_size: int
    max_size: int
    desired_capacity: int


@record
class SchedulePlan:
    """When a capacity block's group holds nodes."""

    state: Literal["always", "before", "during", "after"]
    min_size: int
    max_size: int
    desired_capacity: int | None
    """What `up` sets now; None leaves the group's own value alone."""
    ignore_desired: bool
    actions: tuple[ScheduledAction, ...]
    decisions: tuple[Decision, ...]


@record
class TerminationPlan:
    """The lifecycle hook by which a pool's nodes are told that their group ends them."""

    hook_name: str
    heartbeat_seconds: int
    """How long Auto Scaling waits for a node that doesn't say that it is done."""
    default_result: Literal["CONTINUE"]
    decisions: tuple[Decision, ...]


@record
class RolloutPlan:
    """What a changed template does to running nodes."""

    mode: Literal["manual", "rolling"]
    min_healthy_percent: int | None
    max_healthy_percent: int | None
    """At most 100 where capacity is capped: a node is ended before one is started."""
    ends_nodes: bool
    """True where a change of template ends running nodes by itself."""
    decisions: tuple[Decision, ...]


@record
class QuotaNeed:
    """vCPUs that the plan needs of one service quota."""

    code: str | None
    """None where sources conflict: look it up by `name` in the account."""
    name: str
    purchase: PurchaseOption
    vcpus: int
    pools: tuple[str, ...]
