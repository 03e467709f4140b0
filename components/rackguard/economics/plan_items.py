"""What a plan is billed for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.catalog.types import PurchaseOption
from rackguard.economics.items import HOURS_PER_MONTH, BillableItem, CommitmentShare
from rackguard.economics.own_prices import OwnPrice
from rackguard.economics.service_items import address_item, network_items, shared_items, storage_items, volume_items
from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rackguard.economics.items import ItemKind
    from rackguard.plan.types import ClusterPlan, LoginNodePlan, PoolPlan
    from rackguard.spec.cluster import Cluster
    from rackguard.spec.pool import Pool


def items_of_plan(plan: ClusterPlan, cluster: Cluster) -> list[BillableItem]:
    """Every billable item of `plan`, in its order; `cluster` holds what was declared about prices."""
    items: list[BillableItem] = []
    held = _held_counts(plan.pools, cluster)
    for pool in plan.pools:
        items += _pool(pool, cluster.pools[pool.name], held.get(pool.name), plan.region)
    if plan.access.login_node:
        items += _login_node(plan.access.login_node, plan.region)
    return items + storage_items(plan) + network_items(plan) + shared_items(plan)


def own_prices_of(cluster: Cluster) -> list[OwnPrice]:
    """The user's own prices as the economics take them."""
    return [
        OwnPrice(
            purchase=price.purchase,
            source=price.source,
            family=price.family,
            instance_type=price.instance_type,
            rate_usd_per_hour=price.rate_usd_per_hour,
            discount_percent=price.discount_percent,
        )
        for price in cluster.prices
    ]


@record
class _Held:
    """A reservation or block: what names it, and how many nodes are billed with this pool."""

    capacity: str
    count: int
    """0 for a pool that shares what is billed with an earlier one."""


def _held_counts(pools: Iterable[PoolPlan], cluster: Cluster) -> dict[str, _Held]:
    """What each pool's reservation or block holds; what several pools share is billed once, with the first."""
    counts: dict[str, int] = {}
    room: dict[str, int] = {}
    sharing: dict[str, list[str]] = {}
    for pool in pools:
        purchase = cluster.pools[pool.name].purchase
        bought = purchase.reservation or purchase.capacity_block
        if bought is None or pool.schedule.state == "after":
            continue
        capacity = pool.launch.reservation_id or f"pools.{pool.name}"
        made = purchase.reservation.create if purchase.reservation else None
        counts[capacity] = max(counts.get(capacity, 0), made or bought.count or 0)
        room[capacity] = room.get(capacity, 0) + pool.nodes_max
        sharing.setdefault(capacity, []).append(pool.name)
    return {
        name: _Held(capacity, 0 if index else counts[capacity] or room[capacity])
        for capacity, names in sharing.items()
        for index, name in enumerate(names)
    }


def _pool(pool: PoolPlan, declared: Pool, held: _Held | None, region: str) -> list[BillableItem]:
    subject = f"pools.{pool.name}"
    types = ", ".join(pool.instance_types)
    block = declared.purchase.capacity_block
    hours = _block_hours(block.start, block.end) if block else HOURS_PER_MONTH
    certain, most = _nodes(pool, block=block is not None)

    def item(label: str, kind: ItemKind, quantity: int, quantity_max: int, *, commitments: bool) -> BillableItem:
        return BillableItem(
            label,
            subject,
            kind,
            quantity,
            "hour",
            region,
            quantity_max=quantity_max,
            instance_types=pool.instance_types,
            zone_ids=pool.zone_ids,
            purchase=pool.purchase,
            commitments=_commitments(declared) if commitments else (),
            hours=hours,
            capacity=held.capacity if held else None,
        )

    items: list[BillableItem] = []
    if held and held.count:
        words = "capacity block" if block else "reservation"
        label = f"{words} of {held.count} × {types}"
        items.append(item(label, "reservation", held.count, held.count, commitments=True))
    items.append(item(f"{_range(certain, most)} × {types}", "instance", certain, most, commitments=not held))
    share = min(hours, HOURS_PER_MONTH) / HOURS_PER_MONTH
    for volume in pool.volumes:
        items += volume_items(volume, subject, region, (certain * share, most * share))
    return items


def _nodes(pool: PoolPlan, *, block: bool) -> tuple[int, int]:
    """The nodes that are certain, and the most there can be; a block's are certain while it lasts."""
    if pool.schedule.state == "after":
        return 0, 0
    if pool.nodes_desired is not None:
        return pool.nodes_desired, pool.nodes_max
    return (pool.nodes_max if block else pool.nodes_min), pool.nodes_max


def _range(least: int, most: int) -> str:
    return str(most) if least == most else f"{least} to {most}"


def _block_hours(start: str, end: str) -> float:
    from datetime import datetime

    return max(0.0, (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds() / 3600)


def _commitments(pool: Pool) -> tuple[CommitmentShare, ...]:
    given = pool.commitment
    if given is None:
        return ()
    share = CommitmentShare(
        given.kind, given.share_percent, given.source, given.rate_usd_per_hour, given.discount_percent
    )
    return (share,)


def _login_node(login: LoginNodePlan, region: str) -> list[BillableItem]:
    subject = "access.login_node"
    node = BillableItem(
        f"1 × {login.instance_type}",
        subject,
        "cpu_instance",
        1,
        "hour",
        region,
        instance_types=(login.instance_type,),
        zone_ids=(login.zone_id,),
        purchase=PurchaseOption.ON_DEMAND,
    )
    volumes = [item for volume in login.volumes for item in volume_items(volume, subject, region, (1, 1))]
    return [node, *volumes, *([address_item("public address", subject, 1, region)] if login.public else [])]
