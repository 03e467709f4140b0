"""The placement group of a pool.

Rules: EC2 user guide, "Placement groups" and "Capacity Blocks for ML", 2026. A cluster group lives in one zone; a
capacity block may have none; a reservation is reached from a group only where it was made in that very group.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rackguard.catalog.types import PurchaseOption
from rackguard.plan.known_as import known_as
from rackguard.plan.names import placement_group_name
from rackguard.plan.types import Decision, PlacementPlan

if TYPE_CHECKING:
    from rackguard.catalog.types import InstanceType
    from rackguard.spec.pool import Pool
    from rackguard.spec.stack import Stack

Strategy = Literal["cluster", "spread", "partition"]

MOST_PARTITIONS = 7
"""Partitions that a partition group may have in a zone; empty ones cost nothing."""

_SOURCE = "AWS EC2 user guide, placement groups, 2026"
_IN_A_BLOCK = "AWS places a capacity block's nodes close together itself, and refuses a placement group with it."
_FOREIGN = "A launch into a group that the reservation wasn't made in finds no capacity, with room in the reservation."


def plan_placement(
    pool_name: str, pool: Pool, types: tuple[InstanceType, ...], stack: Stack, *, efa: bool
) -> PlacementPlan:
    """The group that the pool's nodes are launched into, or none."""
    strategy, reason = _strategy(pool, types, efa=efa)
    reservation = pool.purchase.reservation
    existing = reservation.placement_group_arn if reservation and strategy else None
    count = (pool.partition_count or MOST_PARTITIONS) if strategy == "partition" else None
    name = None
    if strategy and not existing:
        # Strategy and partitions can't be changed in place: another name, so that the new group can be made first.
        forcing = (strategy, str(count)) if count else (strategy,)
        name = placement_group_name(stack.cluster.name, known_as(pool_name, pool), *forcing)
    decision = Decision("placement", f"pools.{pool_name}", strategy or "none", reason, _SOURCE)
    return PlacementPlan(strategy, name, existing, count, (decision,))


def _strategy(pool: Pool, types: tuple[InstanceType, ...], *, efa: bool) -> tuple[Strategy | None, str]:
    if pool.purchase.option == PurchaseOption.CAPACITY_BLOCK:
        return None, _IN_A_BLOCK
    reservation = pool.purchase.reservation
    if reservation and reservation.id:
        if reservation.placement_group_arn:
            return "cluster", "The reservation was made in this group, and only from it are its nodes reached."
        return None, _FOREIGN
    if pool.placement == "none":
        return None, "You asked for none."
    if pool.placement != "auto":
        return pool.placement, "You asked for it."
    return _automatic(pool, types, efa=efa)


def _automatic(pool: Pool, types: tuple[InstanceType, ...], *, efa: bool) -> tuple[Strategy | None, str]:
    if not efa:
        return None, "Without EFA nodes gain little from being close, and a group makes capacity harder to find."
    if pool.nodes.max < 2:
        return None, "A single node has no neighbour."
    if len(pool.zones) > 1:
        return None, "A cluster group lives in one zone, and the pool spans several."
    if any("cluster" not in instance_type.placement_strategies for instance_type in types):
        return None, "The type can't be in a cluster group."
    where = ", and the reservation is made in it" if pool.purchase.reservation else ""
    return "cluster", f"EFA is fastest between nodes that are close{where}."
