"""What a plan is billed for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.catalog.types import PurchaseOption
from rackguard.economics.items import HOURS_PER_MONTH, BillableItem, CommitmentShare
from rackguard.economics.own_prices import OwnPrice

if TYPE_CHECKING:
    from rackguard.plan.types import ClusterPlan, LoginNodePlan, PoolPlan, Volume
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
    certain = pool.nodes_min if pool.nodes_desired is None else pool.nodes_desired
    hours = HOURS_PER_MONTH
    held, block = declared.purchase.reservation, declared.purchase.capacity_block
    items: list[BillableItem] = []
    capacity = None
    if held or block:
        capacity = (held.id if held else block.id if block else None) or subject
        count = (held.create or held.count or pool.nodes_max) if held else (block.count if block else None) or pool.nodes_max
        hours = _block_hours(block.start, block.end) if block else HOURS_PER_MONTH
        words = "capacity block" if block else "reservation"
        items.append(
            BillableItem(
                f"{words} of {count} × {', '.join(pool.instance_types)}",
                subject,
                "reservation",
                count,
                "hour",
                region,
                instance_types=pool.instance_types,
                zone_ids=pool.zone_ids,
                purchase=pool.purchase,
                commitments=_commitments(declared),
                hours=hours,
                capacity=capacity,
            )
        )
        certain = count if block else certain
    items.append(
        BillableItem(
            f"{', '.join(pool.instance_types)} nodes",
            subject,
            "instance",
            min(certain, pool.nodes_max) if block else certain,
            "hour",
            region,
            quantity_max=pool.nodes_max,
            instance_types=pool.instance_types,
            zone_ids=pool.zone_ids,
            purchase=pool.purchase,
            commitments=() if held or block else _commitments(declared),
            hours=hours,
            capacity=capacity,
        )
    )
    least = min(certain, pool.nodes_max)
    return items + [item for volume in pool.volumes for item in _volume(volume, subject, region, least, pool.nodes_max, hours)]


def _block_hours(start: str, end: str) -> float:
    from datetime import datetime

    return max(0.0, (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds() / 3600)


def _commitments(pool: Pool) -> tuple[CommitmentShare, ...]:
    given = pool.commitment
    if given is None:
        return ()
    return (CommitmentShare(given.kind, given.share_percent, given.source, given.rate_usd_per_hour, given.discount_percent),)


def _volume(
    volume: Volume, subject: str, region: str, nodes: int, nodes_max: int, hours: float = HOURS_PER_MONTH
) -> list[BillableItem]:
    """A volume's capacity, and what it provisions beyond what its type includes, on all nodes."""
    share = min(hours, HOURS_PER_MONTH) / HOURS_PER_MONTH
    parts: list[tuple[str, float, str]] = [(f"{volume.type} storage", volume.size_gib, "GB-month")]
    if volume.type == "gp3":
        parts.append(("gp3 IOPS above 3000", max(0, (volume.iops or GP3_IOPS) - GP3_IOPS), "IOPS-month"))
        extra = max(0, (volume.throughput_mib_s or GP3_MIB_S) - GP3_MIB_S)
        parts.append(("gp3 throughput above 125 MiB/s", extra, "MiBps-month"))
    elif volume.iops:
        floor = 0
        for ceiling, item in IO2_TIERS:
            parts.append((item, max(0, min(volume.iops, ceiling) - floor), "IOPS-month"))
            floor = ceiling
    place = volume.mount or "root"
    return [
        BillableItem(
            f"{place} volumes, {item}",
            subject,
            "volume",
            amount * nodes * share,
            unit,
            region,
            quantity_max=amount * nodes_max * share,
            service=("EBS", item),
        )
        for item, amount, unit in parts
        if amount
    ]


def _login_node(login: LoginNodePlan, region: str) -> list[BillableItem]:
    subject = "access.login_node"
    items = [
        BillableItem(
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
    ]
    for volume in login.volumes:
        items += _volume(volume, subject, region, 1, 1)
    if login.public:
        items.append(_address("login node's public address", subject, 1, region))
    return items


def _address(label: str, subject: str, count: int, region: str) -> BillableItem:
    service = ("VPC", "public IPv4 address in use or idle")
    return BillableItem(label, subject, "public_ip", count, "hour", region, service=service)


def _storage(plan: ClusterPlan) -> list[BillableItem]:
    region = plan.region
    items: list[BillableItem] = []
    for lustre in plan.storage.lustre:
        service = ("FSx Lustre", f"SSD PERSISTENT_2 {lustre.mib_s_per_tib} MBps/TiB")
        subject = f"storage.{lustre.key}"
        items.append(
            BillableItem(f"Lustre, {lustre.size_gib:,} GiB", subject, "lustre", lustre.size_gib, "GB-month", region, service=service)
        )
    for efs in plan.storage.efs:
        subject = f"storage.{efs.key}"
        service = ("EFS", "Standard storage (regional)")
        items.append(BillableItem("EFS storage", subject, "efs", efs.expected_gib, "GB-month", region, service=service))
        if efs.provisioned_mib_s:
            service = ("EFS", "provisioned throughput above the included rate")
            items.append(
                BillableItem(
                    "EFS provisioned throughput", subject, "efs", efs.provisioned_mib_s, "MiBps-month", region, service=service
                )
            )
    for bucket in plan.storage.buckets:
        service = ("S3", "Standard storage first 50 TB")
        items.append(
            BillableItem(
                "S3 storage", f"storage.{bucket.key}", "bucket", bucket.expected_gib, "GB-month", region, service=service
            )
        )
    return items


def _network(plan: ClusterPlan) -> list[BillableItem]:
    region, network = plan.region, plan.network
    items: list[BillableItem] = []
    gateways = len(network.nat_zone_ids)
    if gateways:
        items.append(
            BillableItem(
                "NAT gateways", "network.nat", "nat", gateways, "hour", region, service=("VPC", "NAT gateway hour")
            )
        )
        items.append(
            BillableItem(
                "NAT traffic", "network.nat", "nat", None, "GB", region, service=("VPC", "NAT gateway data processed")
            )
        )
        items.append(_address("NAT gateways' public addresses", "network.nat", gateways, region))
    zones = len({subnet.zone_id for subnet in network.subnets if subnet.role == "nodes"})
    interfaces = sum(endpoint.type == "Interface" for endpoint in network.endpoints) * zones
    if interfaces:
        service = ("VPC", "interface endpoint hour per AZ")
        items.append(
            BillableItem("interface endpoints", "network.endpoints", "endpoint", interfaces, "hour", region, service=service)
        )
    return items


def _shared(plan: ClusterPlan) -> list[BillableItem]:
    items: list[BillableItem] = []
    if plan.key.create:
        service = ("KMS", "customer managed key")
        items.append(BillableItem("customer key", "encryption", "key", 1, "key-month", plan.region, service=service))
    service = ("CloudWatch", "logs ingest (standard class)")
    items.append(BillableItem("flow and log-in logs", "logs", "logs", None, "GB", plan.region, service=service))
    return items
