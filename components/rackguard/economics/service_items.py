"""What a plan is billed for besides instances: volumes, file systems, buckets, network, key, logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.economics.items import BillableItem
from rackguard.economics.lustre import metadata_iops_included

if TYPE_CHECKING:
    from rackguard.economics.items import ItemKind
    from rackguard.plan.types import ClusterPlan, EfsPlan, LustrePlan, Volume

GP3_IOPS, GP3_MIB_S = 3000, 125
"""What a gp3 volume has without a surcharge."""

IO2_TIERS = ((32000, "io2 IOPS up to 32000"), (64000, "io2 IOPS 32001-64000"), (256000, "io2 IOPS above 64000"))


def _item(
    service: tuple[str, str],
    label: str,
    subject: str,
    kind: ItemKind,
    amount: tuple[float | None, str],
    region: str,
    most: float | None = None,
) -> BillableItem:
    """An item of a service; `amount` is how much in which unit, None where only use will tell."""
    quantity, unit = amount
    return BillableItem(label, subject, kind, quantity, unit, region, quantity_max=most, service=service)


def address_item(label: str, subject: str, count: int, region: str) -> BillableItem:
    """So many public addresses."""
    return _item(("VPC", "public IPv4 address in use or idle"), label, subject, "public_ip", (count, "hour"), region)


def volume_items(volume: Volume, subject: str, region: str, nodes: tuple[float, float]) -> list[BillableItem]:
    """A volume's capacity, and what it provisions beyond what its type includes, on so many nodes: certain, at most."""
    place = volume.mount or "root"
    certain, most = nodes
    return [
        _item(("EBS", item), f"{place} volumes, {item}", subject, "volume", (part * certain, unit), region, part * most)
        for item, part, unit in _volume_parts(volume)
        if part
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


def storage_items(plan: ClusterPlan) -> list[BillableItem]:
    """Lustre, EFS and buckets, the bucket of access logs last."""
    region = plan.region
    items = [item for lustre in plan.storage.lustre for item in _lustre(lustre, region)]
    items += [item for efs in plan.storage.efs for item in _efs(efs, region)]
    logs = plan.storage.access_logs
    for bucket in (*plan.storage.buckets, *((logs,) if logs else ())):
        size = ("S3", "Standard storage first 50 TB")
        amount = (bucket.expected_gib, "GB-month")
        items.append(_item(size, "S3 storage", f"storage.{bucket.key}", "bucket", amount, region))
    return items


def _lustre(lustre: LustrePlan, region: str) -> list[BillableItem]:
    subject, size = f"storage.{lustre.key}", lustre.size_gib
    tier = ("FSx Lustre", f"SSD PERSISTENT_2 {lustre.mib_s_per_tib} MBps/TiB")
    items = [_item(tier, f"Lustre, {size:,} GiB", subject, "lustre", (size, "GB-month"), region)]
    further = (lustre.metadata_iops or 0) - metadata_iops_included(size)
    if further > 0:
        metadata = ("FSx Lustre", "metadata IOPS above the included amount (USER_PROVISIONED)")
        items.append(_item(metadata, "Lustre metadata IOPS", subject, "lustre", (further, "IOPS-month"), region))
    if lustre.backup_days:
        backup = ("FSx Lustre", "backup")
        items.append(_item(backup, "Lustre backups", subject, "lustre", (None, "GB-month"), region))
    return items


def _efs(efs: EfsPlan, region: str) -> list[BillableItem]:
    subject = f"storage.{efs.key}"
    parts: list[tuple[str, str, float | None, str]] = [
        ("Standard storage (regional)", "EFS storage", efs.expected_gib, "GB-month")
    ]
    if efs.provisioned_mib_s:
        rate = "provisioned throughput above the included rate"
        parts.append((rate, "EFS throughput", efs.provisioned_mib_s, "MiBps-month"))
    elif efs.throughput == "elastic":
        parts += [
            ("elastic throughput read", "EFS reads", None, "GB"),
            ("elastic throughput write", "EFS writes", None, "GB"),
        ]
    return [_item(("EFS", item), label, subject, "efs", (amount, unit), region) for item, label, amount, unit in parts]


def network_items(plan: ClusterPlan) -> list[BillableItem]:
    """NAT gateways and endpoints, and their traffic."""
    region, network = plan.region, plan.network
    items: list[BillableItem] = []
    gateways = len(network.nat_zone_ids)
    if gateways:
        hour, traffic = ("VPC", "NAT gateway hour"), ("VPC", "NAT gateway data processed")
        items += [
            _item(hour, "NAT gateways", "network.nat", "nat", (gateways, "hour"), region),
            address_item("NAT gateways' public addresses", "network.nat", gateways, region),
            _item(traffic, "NAT traffic", "network.nat", "nat", (None, "GB"), region),
        ]
    interfaces = sum(endpoint.type == "Interface" for endpoint in network.endpoints) * len(network.endpoint_zone_ids)
    if interfaces:
        hour, traffic = ("VPC", "interface endpoint hour per AZ"), ("VPC", "interface endpoint data first 1 PB")
        subject = "network.endpoints"
        items += [
            _item(hour, "interface endpoints", subject, "endpoint", (interfaces, "hour"), region),
            _item(traffic, "endpoint traffic", subject, "endpoint", (None, "GB"), region),
        ]
    return items


def shared_items(plan: ClusterPlan) -> list[BillableItem]:
    """The cluster's key and its logs."""
    region, logs = plan.region, "logs"
    items: list[BillableItem] = []
    if plan.key.create:
        key = ("KMS", "customer managed key")
        items.append(_item(key, "customer key", "encryption", "key", (1, "key-month"), region))
    if plan.network.flow_log_group:
        flow = ("VPC", "flow logs to CloudWatch Logs (vended logs) first 10 TB")
        items.append(_item(flow, "flow logs", logs, "logs", (None, "GB"), region))
    ingest, kept = ("CloudWatch", "logs ingest (standard class)"), ("CloudWatch", "logs storage (compressed)")
    return [
        *items,
        _item(ingest, "log-in records", logs, "logs", (None, "GB"), region),
        _item(kept, "logs kept", logs, "logs", (None, "GB-month"), region),
    ]
