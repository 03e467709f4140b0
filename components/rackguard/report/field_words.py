"""The fields of a plan in words, and what its items are known by."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rackguard.plan.types import NetworkInterface

SUBJECTS = {
    ("ClusterPlan", "network"): "network",
    ("ClusterPlan", "key"): "encryption",
    ("ClusterPlan", "access"): "access",
    ("ClusterPlan", "storage"): "storage",
    ("ClusterPlan", "quotas"): "quotas",
    ("ClusterPlan", "retained"): "retained",
    ("ClusterPlan", "pools"): "pools",
    ("AccessPlan", "login_node"): "access.login_node",
}
"""Parts that are subjects of their own, as in decisions and in the cost."""

STORES = frozenset({"LustrePlan", "EfsPlan", "BucketPlan"})

KEYS: dict[str, tuple[str, ...]] = {
    "PoolPlan": ("name",),
    "Subnet": ("role", "zone_id"),
    "Endpoint": ("service",),
    "SecurityGroup": ("key",),
    "SecurityGroupRule": ("name",),
    "UserParameter": ("user",),
    "Volume": ("device_name",),
    "ScheduledAction": ("name",),
    "LustrePlan": ("key",),
    "EfsPlan": ("key",),
    "BucketPlan": ("key",),
    "QuotaNeed": ("purchase", "name"),
    "Retained": ("kind", "name"),
}
"""Fields by which an item of a list is found again in the other plan."""

_LABELS = {
    "account_id": "account",
    "access_logs": "access logs' bucket",
    "addresses_per_node": "addresses a node",
    "arn": "ARN",
    "auth_log_group": "log group of log-ins",
    "available_addresses": "addresses available",
    "backup_days": "backups kept (days)",
    "buckets": "buckets",
    "cidr": "range",
    "connect_zone_id": "zone of the connect endpoint",
    "efa": "EFA",
    "efa_count": "EFA interfaces",
    "efs": "EFS",
    "ends_nodes": "ends nodes by itself",
    "endpoint_zone_ids": "endpoints' zones",
    "existing_arn": "existing ARN",
    "existing_id": "existing id",
    "existing_vpc_id": "existing VPC",
    "expected_gib": "expected size (GiB)",
    "gpu": "GPU",
    "gpus_per_node": "GPUs a node",
    "group_name": "Auto Scaling group's name",
    "instance_types": "types",
    "iops": "IOPS",
    "log_retention_days": "logs kept (days)",
    "max_healthy_percent": "most nodes in service (%)",
    "metadata_hop_limit": "instance metadata, hops",
    "metadata_iops": "metadata IOPS",
    "mib_s_per_tib": "throughput (MB/s a TiB)",
    "min_healthy_percent": "fewest nodes in service (%)",
    "nat_zone_id": "zone of its NAT gateway",
    "nat_zone_ids": "NAT",
    "needed_addresses": "addresses needed",
    "network_interfaces": "interfaces",
    "nodes_desired": "nodes wanted",
    "nodes_max": "nodes, at most",
    "nodes_min": "nodes, at least",
    "os": "system",
    "provisioned_mib_s": "provisioned throughput (MiB/s)",
    "size_gib": "size (GiB)",
    "spot_max_price": "highest spot price (USD an hour)",
    "template_name": "launch template's name",
    "throughput_mib_s": "throughput (MiB/s)",
    "users": "people",
    "vcpus": "vCPUs",
    "vpc_name": "VPC's name",
    "zone_id": "zone",
    "zone_ids": "zones",
}


def label(field: str) -> str:
    """A field's name in words; units are those of its name."""
    return _LABELS.get(field) or field.replace("_days", " (days)").replace("_", " ")


def key(item: Any) -> str:
    """What an item of a list is known by; of an endpoint the service alone, without its region."""
    kind = type(item).__name__
    text = " ".join(simple(getattr(item, field)) for field in KEYS[kind])
    return text.split(".", 3)[-1] if kind == "Endpoint" else text


def simple(value: Any) -> str:
    """A value without parts."""
    if value is None:
        return "not set"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value).replace("_", " ")
    if isinstance(value, float):
        return f"{value:g}"
    return str(value) or "empty"


def interfaces(found: Sequence[NetworkInterface]) -> str:
    """`interface 0 on card 0; efa-only 1 on cards 0 to 31`: kind and device index, and the cards that have one."""
    cards: dict[tuple[str, int], list[int]] = {}
    for each in found:
        cards.setdefault((each.interface_type, each.device_index), []).append(each.network_card_index)
    return "; ".join(f"{kind} {device} on {_cards(on)}" for (kind, device), on in cards.items())


def _cards(indexes: list[int]) -> str:
    """`card 0`, `cards 0 to 31`, `cards 0, 4, 8`."""
    if len(indexes) == 1:
        return f"card {indexes[0]}"
    if indexes == list(range(indexes[0], indexes[-1] + 1)):
        return f"cards {indexes[0]} to {indexes[-1]}"
    return f"cards {', '.join(map(str, indexes))}"
