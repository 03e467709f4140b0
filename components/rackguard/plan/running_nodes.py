"""What a change from one plan to another does to running nodes, pool by pool.

What makes EC2 Auto Scaling end nodes: a group that goes, a zone or subnet that leaves it, a smaller size, and an
instance refresh (EC2 Auto Scaling user guide, "Update an Auto Scaling group", "Availability Zones" and "Instance
refresh", 2026). A new version of a launch template by itself ends none.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.plan.types import ClusterPlan, LaunchPlan, NetworkPlan, PoolPlan


@record
class AffectedPool:
    """A pool, and what about it changes."""

    pool: str
    because: tuple[str, ...]


@record
class RunningNodes:
    """The pools whose running nodes a change concerns."""

    ended: tuple[AffectedPool, ...]
    """Running nodes, or some of them, are ended by the change itself, and their jobs with them."""
    waiting: tuple[AffectedPool, ...]
    """The launch template changes and the nodes stay as they are, until you replace them."""
    cut_off: tuple[AffectedPool, ...] = ()
    """Nodes that stay lose their way out, or connections through it: the NAT gateway goes or moves."""


def running_nodes(before: ClusterPlan, after: ClusterPlan) -> RunningNodes:
    """What becomes of the nodes of `before` where `after` takes its place, in the order of the pools of `before`.

    A pool whose group may hold no nodes in `before` (a capacity block's, outside its time) has none to lose.
    """
    ended: list[AffectedPool] = []
    waiting: list[AffectedPool] = []
    cut_off: list[AffectedPool] = []
    new = {pool.name: pool for pool in after.pools}
    for was in before.pools:
        now = new.get(was.name)
        if was.schedule.max_size == 0:
            continue
        if now is None:
            ended.append(AffectedPool(was.name, ("no longer declared; a pool of another name is a new one",)))
        elif reason := _all_go(before, after, was, now):
            ended.append(AffectedPool(was.name, (reason,)))
        else:
            template = _template_changes(before, after, was, now)
            rolling = template if now.rollout.ends_nodes else ()
            if reasons := (*_some_go(before, after, was, now), *rolling):
                ended.append(AffectedPool(was.name, reasons))
            if template and not rolling:
                waiting.append(AffectedPool(was.name, template))
            if lost := _ways_out_lost(before, after, was, now):
                cut_off.append(AffectedPool(was.name, lost))
    return RunningNodes(tuple(ended), tuple(waiting), tuple(cut_off))


def _all_go(before: ClusterPlan, after: ClusterPlan, was: PoolPlan, now: PoolPlan) -> str | None:
    """Why every node of the pool goes, whatever its rollout says; None where they needn't all."""
    moved = {
        "another account": before.account_id != after.account_id,
        "another region": before.region != after.region,
        "another VPC": _vpc(before.network) != _vpc(after.network),
        "another Auto Scaling group": was.group_name != now.group_name,
        "no zone or subnet in common": len(_left(before, after, was, now)) == len(was.zone_ids),
    }
    return next((reason for reason, holds in moved.items() if holds), None)


def _some_go(before: ClusterPlan, after: ClusterPlan, was: PoolPlan, now: PoolPlan) -> list[str]:
    """Why nodes go that are in the wrong place, or too many."""
    left = _left(before, after, was, now)
    reasons = [f"no longer in {', '.join(left)}, or in another subnet there"] if left else []
    old, new = was.schedule, now.schedule
    if new.max_size < old.max_size:
        reasons.append(f"at most {new.max_size:,} nodes, before {old.max_size:,}")
    elif new.desired_capacity is not None and not new.ignore_desired:
        most = old.max_size if old.ignore_desired or old.desired_capacity is None else old.desired_capacity
        if new.desired_capacity < most:
            reasons.append(f"{new.desired_capacity:,} nodes wanted, before up to {most:,}")
    return reasons


def _left(before: ClusterPlan, after: ClusterPlan, was: PoolPlan, now: PoolPlan) -> list[str]:
    """Zones that the group leaves, or in which it gets another subnet."""
    old, new = _subnets(before.network), _subnets(after.network)
    return [zone for zone in was.zone_ids if zone not in now.zone_ids or old.get(zone) != new.get(zone)]


def _ways_out_lost(before: ClusterPlan, after: ClusterPlan, was: PoolPlan, now: PoolPlan) -> tuple[str, ...]:
    """What happens to the way out of zones that the pool keeps.

    The route is changed once the new gateway is there; then the old one goes, and every connection through it.
    """
    old, new = _gateways(before.network), _gateways(after.network)
    left = _left(before, after, was, now)
    kept = [zone for zone in was.zone_ids if zone not in left and old.get(zone) and old.get(zone) != new.get(zone)]
    return tuple(
        f"{zone}: NAT gateway in {new[zone]}, before in {old[zone]}; another address, and open connections break"
        if new.get(zone)
        else f"{zone}: no NAT gateway, before one in {old[zone]}"
        for zone in kept
    )


def _template_changes(before: ClusterPlan, after: ClusterPlan, was: PoolPlan, now: PoolPlan) -> tuple[str, ...]:
    old, new = _template(before, was), _template(after, now)
    changed = [what for what in old if old[what] != new[what]]
    return (f"launch template: {', '.join(changed)}",) if changed else ()


def _template(plan: ClusterPlan, pool: PoolPlan) -> dict[str, object]:
    """What a launch template, and the list of types beside it, is made of."""
    groups = {group.key: (group.name, group.description) for group in plan.network.security_groups}
    return {
        "type": pool.instance_types,
        "purchase": _launch(pool.launch),
        "image": (pool.image.id or pool.image.parameter, pool.image.root_device),
        "interfaces": pool.network_interfaces,
        "placement group": (pool.placement.name, pool.placement.existing_arn),
        "volumes": pool.volumes,
        "encryption key": (plan.key.create, plan.key.alias, plan.key.arn),
        "instance metadata": pool.metadata_hop_limit,
        "role": (pool.role.name, pool.role.instance_profile),
        "security groups": [(key, groups.get(key)) for key in pool.security_groups],
        "user data": pool.user_data.base64,
        "tags": pool.tags,
        "name": pool.template_name,
    }


def _launch(launch: LaunchPlan) -> LaunchPlan:
    """Without the type, told by itself, and the size of a reservation, which changes in place."""
    made = replace(launch.reservation, count=0) if launch.reservation else None
    return replace(launch, decisions=(), reservation=made, instance_type_in_template=None, mixed_types=())


def _vpc(network: NetworkPlan) -> tuple[str | None, str | None]:
    return network.cidr, network.existing_vpc_id


def _subnets(network: NetworkPlan) -> dict[str, str | None]:
    """Id or range of the nodes' subnet in each zone."""
    return {subnet.zone_id: subnet.existing_id or subnet.cidr for subnet in network.subnets if subnet.role == "nodes"}


def _gateways(network: NetworkPlan) -> dict[str, str | None]:
    """Zone of the NAT gateway that serves the nodes of each zone."""
    return {subnet.zone_id: subnet.nat_zone_id for subnet in network.subnets if subnet.role == "nodes"}
