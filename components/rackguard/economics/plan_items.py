"""What a plan is billed for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.catalog.types import PurchaseOption
from rackguard.economics.items import HOURS_PER_MONTH, BillableItem, CommitmentShare
from rackguard.economics.own_prices import OwnPrice

if TYPE_CHECKING:
    from rackguard.economics.items import ItemKind
    from rackguard.plan.types import ClusterPlan, LoginNodePlan, LustrePlan, PoolPlan, Volume
    from rackguard.spec.cluster import Cluster
    from rackguard.spec.pool import Pool

GP3_IOPS, GP3_MIB_S = 3000, 125
"""What a gp3 volume has without a surcharge."""

IO2_TIERS = ((32000, "io2 IOPS up to 32000"), (64000, "io2 IOPS 32001-64000"), (256000, "io2 IOPS above 64000"))


def items_of_plan(plan: ClusterPlan, cluster: Cluster) -> list[BillableItem]:
    """Every billable item of `plan`, in its order; `cluster` holds what was declared about prices."""
    items: list[BillableItem] = []
    for pool in plan.pools:
        items += _pool(pool, cluster.pools[pool.name], plan.region)
    if plan.access.login_node:
        items += _login_node(plan.access.login_node, plan.region)
    return items + _storage(plan) + _network(plan) + _shared(plan)


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


def _pool(pool: PoolPlan, declared: Pool, region: str) -> list[BillableItem]:
    subject = f"pools.{pool.name}"
    types = ", ".join(pool.instance_types)
    held = _held_count(declared, pool)
    block = declared.purchase.capacity_block
    hours = _block_hours(block.start, block.end) if block else HOURS_PER_MONTH
    certain = min(held, pool.nodes_max) if block and held else pool.nodes_min
    if pool.nodes_desired is not None:
        certain = pool.nodes_desired
    capacity = (pool.launch.reservation_id or subject) if held else None

    def item(label: str, kind: ItemKind, quantity: int, most: int, *, commitments: bool) -> BillableItem:
        return BillableItem(
            label,
            subject,
            kind,
            quantity,
            "hour",
            region,
            quantity_max=most,
            instance_types=pool.instance_types,
            zone_ids=pool.zone_ids,
            purchase=pool.purchase,
            commitments=_commitments(declared) if commitments else (),
            hours=hours,
            capacity=capacity,
        )

    items: list[BillableItem] = []
    if held:
        words = "capacity block" if block else "reservation"
        items.append(item(f"{words} of {held} × {types}", "reservation", held, held, commitments=True))
    items.append(item(f"{types} nodes", "instance", certain, pool.nodes_max, commitments=not held))
    share = min(hours, HOURS_PER_MONTH) / HOURS_PER_MONTH
    for volume in pool.volumes:
        items += _volume(volume, subject, region, certain * share, pool.nodes_max * share)
    return items


def _held_count(declared: Pool, pool: PoolPlan) -> int | None:
    """Nodes that the pool's reservation or block holds; None where it has neither."""
    reservation, block = declared.purchase.reservation, declared.purchase.capacity_block
    if reservation:
        return reservation.create or reservation.count or pool.nodes_max
    return (block.count or pool.nodes_max) if block else None


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


def _service(
    service: tuple[str, str],
    label: str,
    subject: str,
    kind: ItemKind,
    quantity: float | None,
    unit: str,
    region: str,
    most: float | None = None,
) -> BillableItem:
    return BillableItem(label, subject, kind, quantity, unit, region, quantity_max=most, service=service)


def _volume(volume: Volume, subject: str, region: str, nodes: float, nodes_max: float) -> list[BillableItem]:
    """A volume's capacity, and what it provisions beyond what its type includes, on all nodes."""
    place = volume.mount or "root"
    return [
        _service(
            ("EBS", item),
            f"{place} volumes, {item}",
            subject,
            "volume",
            amount * nodes,
            unit,
            region,
            amount * nodes_max,
        )
        for item, amount, unit in _volume_parts(volume)
        if amount
    ]


def _volume_parts(volume: Volume) -> list[tuple[str, int, str]]:
    parts = [(f"{volume.type} storage", volume.size_gib, "GB-month")]
    if volume.type == "gp3":
        iops = max(0, (volume.iops or GP3_IOPS) - GP3_IOPS)
        throughput = max(0, (volume.throughput_mib_s or GP3_MIB_S) - GP3_MIB_S)
        return [
            *parts,
            ("gp3 IOPS above 3000", iops, "IOPS-month"),
            ("gp3 throughput above 125 MiB/s", throughput, "MiBps-month"),
        ]
    floor = 0
    for ceiling, item in IO2_TIERS:
        parts.append((item, max(0, min(volume.iops or 0, ceiling) - floor), "IOPS-month"))
        floor = ceiling
    return parts


def _login_node(login: LoginNodePlan, region: str) -> list[BillableItem]:
    subject = "access.login_node"
    node = BillableItem(
        f"{login.instance_type} login node",
        subject,
        "cpu_instance",
        1,
        "hour",
        region,
        instance_types=(login.instance_type,),
        zone_ids=(login.zone_id,),
        purchase=PurchaseOption.ON_DEMAND,
    )
    volumes = [item for volume in login.volumes for item in _volume(volume, subject, region, 1, 1)]
    addresses = [_addresses("login node's public address", subject, 1, region)] if login.public else []
    return [node, *volumes, *addresses]


def _addresses(label: str, subject: str, count: int, region: str) -> BillableItem:
    return _service(("VPC", "public IPv4 address in use or idle"), label, subject, "public_ip", count, "hour", region)


def _storage(plan: ClusterPlan) -> list[BillableItem]:
    items = [item for lustre in plan.storage.lustre for item in _lustre(lustre, plan.region)]
    for efs in plan.storage.efs:
        subject, region = f"storage.{efs.key}", plan.region
        stored = ("EFS", "Standard storage (regional)")
        items.append(_service(stored, "EFS storage", subject, "efs", efs.expected_gib, "GB-month", region))
        if efs.provisioned_mib_s:
            rate = ("EFS", "provisioned throughput above the included rate")
            amount = efs.provisioned_mib_s
            items.append(_service(rate, "EFS throughput", subject, "efs", amount, "MiBps-month", region))
    stored = ("S3", "Standard storage first 50 TB")
    for bucket in plan.storage.buckets:
        subject, size = f"storage.{bucket.key}", bucket.expected_gib
        items.append(_service(stored, "S3 storage", subject, "bucket", size, "GB-month", plan.region))
    return items


def _lustre(lustre: LustrePlan, region: str) -> list[BillableItem]:
    subject, size = f"storage.{lustre.key}", lustre.size_gib
    tier = ("FSx Lustre", f"SSD PERSISTENT_2 {lustre.mib_s_per_tib} MBps/TiB")
    items = [_service(tier, f"Lustre, {size:,} GiB", subject, "lustre", size, "GB-month", region)]
    if lustre.backup_days:
        backup = ("FSx Lustre", "backup")
        items.append(_service(backup, "Lustre backups", subject, "lustre", None, "GB-month", region))
    return items


def _network(plan: ClusterPlan) -> list[BillableItem]:
    region, network = plan.region, plan.network
    items: list[BillableItem] = []
    gateways = len(network.nat_zone_ids)
    if gateways:
        hour, traffic = ("VPC", "NAT gateway hour"), ("VPC", "NAT gateway data processed")
        items += [
            _service(hour, "NAT gateways", "network.nat", "nat", gateways, "hour", region),
            _service(traffic, "NAT traffic", "network.nat", "nat", None, "GB", region),
            _addresses("NAT gateways' public addresses", "network.nat", gateways, region),
        ]
    zones = len({subnet.zone_id for subnet in network.subnets if subnet.role == "nodes"})
    interfaces = sum(endpoint.type == "Interface" for endpoint in network.endpoints) * zones
    if interfaces:
        hour = ("VPC", "interface endpoint hour per AZ")
        items.append(_service(hour, "interface endpoints", "network.endpoints", "endpoint", interfaces, "hour", region))
    return items


def _shared(plan: ClusterPlan) -> list[BillableItem]:
    logs = ("CloudWatch", "logs ingest (standard class)")
    items = [_service(logs, "flow and log-in logs", "logs", "logs", None, "GB", plan.region)]
    if plan.key.create:
        key = ("KMS", "customer managed key")
        items.insert(0, _service(key, "customer key", "encryption", "key", 1, "key-month", plan.region))
    return items
