"""How a pool's launch template and group ask EC2 for capacity, by purchase option.

Rules: EC2 user guide, "Capacity Reservations", "Capacity Blocks for ML" and "Spot Instances"; EC2 Auto Scaling user
guide, "Use Capacity Blocks" and "Mixed instances groups"; 2026.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rackguard.plan.known_as import known_as
from rackguard.plan.names import reservation_name
from rackguard.plan.types import Decision, LaunchPlan, PlacementPlan, ReservationPlan

if TYPE_CHECKING:
    from rackguard.spec.pool import Pool
    from rackguard.spec.stack import Stack

PLATFORM = "Linux/UNIX"
"""Platform of a reservation: Ubuntu and Amazon Linux are both billed as this."""

_RESERVATIONS = "AWS EC2 user guide, Capacity Reservations, 2026"
_BLOCKS = "AWS EC2 user guide, Capacity Blocks for ML, 2026"
_SPOT = "AWS EC2 user guide, Spot Instances, 2026"
_NOTHING = LaunchPlan(
    market_type=None,
    spot_interruption_behavior=None,
    spot_max_price=None,
    reservation_id=None,
    reservation=None,
    reservation_preference=None,
    instance_type_in_template=None,
    mixed_types=(),
    spot_allocation=None,
    decisions=(),
)


def plan_launch(pool_name: str, pool: Pool, stack: Stack, placement: PlacementPlan) -> LaunchPlan:
    """The launch settings of a pool; `placement` is the group that a reservation of the stack is made in."""
    purchase = pool.purchase
    subject = f"pools.{pool_name}"
    if purchase.spot:
        return _spot(subject, pool)
    if purchase.capacity_block:
        return _block(subject, pool, purchase.capacity_block.id)
    if purchase.reservation and purchase.reservation.id:
        return _existing_reservation(subject, pool, purchase.reservation.id)
    if purchase.reservation:
        return _new_reservation(subject, pool, _reservation(pool_name, pool, stack, placement))
    return _on_demand(subject, pool)


def _on_demand(subject: str, pool: Pool) -> LaunchPlan:
    reason = "On-demand nodes stay out of open capacity reservations, which are kept for somebody else."
    several = len(pool.types) > 1
    return replace(
        _NOTHING,
        reservation_preference="none",
        instance_type_in_template=None if several else pool.types[0],
        mixed_types=pool.types if several else (),
        decisions=(Decision("launch", subject, "on-demand, never in a reservation", reason, _RESERVATIONS),),
    )


def _spot(subject: str, pool: Pool) -> LaunchPlan:
    spot = pool.purchase.spot
    assert spot
    plan = replace(_NOTHING, spot_max_price=_dollars(spot.max_price_usd_per_hour))
    if len(pool.types) == 1:
        reason = "An interrupted node is terminated: grouped nodes can't be stopped, and the group replaces it."
        return replace(
            plan,
            market_type="spot",
            spot_interruption_behavior="terminate",
            instance_type_in_template=pool.types[0],
            decisions=(Decision("launch", subject, "spot, one type", reason, _SPOT),),
        )
    reason = (
        "A mixed-instances policy picks the pools with most spare capacity and, among those, the cheapest;"
        " the order of the types has no part in it."
    )
    return replace(
        plan,
        mixed_types=pool.types,
        spot_allocation="price-capacity-optimized",
        decisions=(Decision("launch", subject, "spot, several types, price-capacity-optimized", reason, _SPOT),),
    )


def _block(subject: str, pool: Pool, block_id: str) -> LaunchPlan:
    reason = "A block is reached only by a template with the market type, the block's id and the type; no other mix."
    return replace(
        _NOTHING,
        market_type="capacity-block",
        reservation_id=block_id,
        instance_type_in_template=pool.types[0],
        decisions=(Decision("launch", subject, f"in the capacity block {block_id}", reason, _BLOCKS),),
    )


def _existing_reservation(subject: str, pool: Pool, reservation_id: str) -> LaunchPlan:
    # A target leaves no room for a preference: EC2 takes one or the other.
    reason = "Nodes run in this reservation or not at all: a full one never falls back to on-demand."
    return replace(
        _NOTHING,
        reservation_id=reservation_id,
        instance_type_in_template=pool.types[0],
        decisions=(Decision("launch", subject, f"in the reservation {reservation_id}", reason, _RESERVATIONS),),
    )


def _new_reservation(subject: str, pool: Pool, reservation: ReservationPlan) -> LaunchPlan:
    where = (
        f", inside the placement group {reservation.placement_group_name}" if reservation.placement_group_name else ""
    )
    reason = (
        "The reservation is targeted, so that only this pool's nodes use it; it is billed from its start, used or not."
    )
    value = f"in a new reservation of {reservation.count} × {reservation.instance_type}{where}"
    return replace(
        _NOTHING,
        reservation=reservation,
        instance_type_in_template=pool.types[0],
        decisions=(Decision("launch", subject, value, reason, _RESERVATIONS),),
    )


def _reservation(pool_name: str, pool: Pool, stack: Stack, placement: PlacementPlan) -> ReservationPlan:
    declared = pool.purchase.reservation
    return ReservationPlan(
        name=reservation_name(stack.cluster.name, known_as(pool_name, pool)),
        instance_type=pool.types[0],
        zone_id=pool.zones[0],
        count=(declared.create if declared else None) or pool.nodes.max,
        platform=PLATFORM,
        match="targeted",
        placement_group_name=placement.name if placement.strategy == "cluster" else None,
    )


def _dollars(price: float | None) -> str | None:
    """A price as EC2 takes it: a decimal number without exponent or trailing zeros."""
    return None if price is None else f"{price:.6f}".rstrip("0").rstrip(".")
