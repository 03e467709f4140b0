"""How many addresses a plan uses at most, zone by zone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rackguard.catalog.zones import is_local
from rackguard.plan.cidr import AWS_KEPT
from rackguard.plan.rollout import surge_nodes

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from rackguard.plan.types import AccessPlan, LustrePlan, PoolPlan, StoragePlan

_GIB_A_TARGET = 1200
_METADATA_IOPS_A_SERVER = 12000
_GIB_A_METADATA_SERVER = 24000


def node_addresses(
    zone_ids: Collection[str],
    pools: Sequence[PoolPlan],
    access: AccessPlan,
    storage: StoragePlan,
    *,
    interface_endpoints: int,
) -> dict[str, int]:
    """Addresses of each zone's node subnet, AWS's five included. Endpoints stand in Availability Zones alone.

    A pool of several zones may have all of its nodes in one of them, so that it counts whole in each.
    """
    needed = Counter({zone: AWS_KEPT + (0 if is_local(zone) else interface_endpoints) for zone in zone_ids})
    for pool in pools:
        nodes = pool.nodes_max + surge_nodes(pool.rollout, pool.nodes_max)
        needed.update(dict.fromkeys(pool.zone_ids, nodes * pool.addresses_per_node))
    for lustre in storage.lustre:
        needed[lustre.zone_id] += lustre_interfaces(lustre)
    for efs in storage.efs:
        needed.update(efs.zone_ids)
    if access.connect_zone_id:
        needed[access.connect_zone_id] += 1
    if access.login_node and not access.login_node.public:
        needed[access.login_node.zone_id] += 1
    return {zone: needed[zone] for zone in zone_ids}


def public_addresses(zone_id: str, access: AccessPlan, nat_zone_ids: Collection[str]) -> int:
    """Addresses of a zone's public subnet, AWS's five included."""
    login = access.login_node
    return AWS_KEPT + (zone_id in nat_zone_ids) + bool(login and login.public and login.zone_id == zone_id)


def lustre_interfaces(lustre: LustrePlan) -> int:
    """Network interfaces that a Lustre file system may have in its subnet.

    AWS doesn't publish the number. This is an upper bound of ours: one for each storage target of 1,200 GiB, and one
    for each metadata server of up to 12,000 IOPS (automatic: one for 24,000 GiB begun).
    """
    metadata = _begun(lustre.size_gib, _GIB_A_METADATA_SERVER)
    if lustre.metadata_iops:
        metadata = _begun(lustre.metadata_iops, _METADATA_IOPS_A_SERVER)
    return _begun(lustre.size_gib, _GIB_A_TARGET) + metadata


def _begun(amount: int, unit: int) -> int:
    return max(1, -(-amount // unit))
