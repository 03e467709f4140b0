"""A GPU type as DescribeInstanceTypes tells of it, in the catalogue's columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rackguard.catalog.gpus import gpu_of
from rackguard.catalog.overlay import TABLES
from rackguard.catalog.tables import Row

_USAGES = frozenset({"capacity-block", "on-demand", "spot"})
_MAY_BE_EMPTY = frozenset({"instance_store_disks", "hypervisor", "lacks"})
"""A type may have no disks, and one of bare metal has no hypervisor."""


def is_gpu(item: dict[str, Any]) -> bool:
    """True for a type with GPUs, whoever makes them."""
    return bool(item.get("GpuInfo", {}).get("Gpus"))


def type_row(item: dict[str, Any], as_of: str) -> Row:
    """A type with GPUs; `lacks` says what a plan would need to know and AWS or the catalogue doesn't."""
    row = dict.fromkeys(TABLES["types"].columns, "")
    row |= {name: str(value) for name, value in _said(item) if value is not None}
    row |= {"as_of": as_of, "lacks": _lacks(item, row)}
    return row


def _said(item: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    gpu = item["GpuInfo"]["Gpus"][0]
    yield "instance_type", item["InstanceType"]
    yield "gpu_manufacturer", gpu.get("Manufacturer")
    yield "gpu_name", gpu.get("Name")
    yield "gpu_count", gpu.get("Count")
    yield "gpu_partition_size", gpu.get("GpuPartitionSize")
    yield "gpu_mem_mib", gpu.get("MemoryInfo", {}).get("SizeInMiB")
    yield "vcpus", item.get("VCpuInfo", {}).get("DefaultVCpus")
    yield "cores", item.get("VCpuInfo", {}).get("DefaultCores")
    yield "mem_mib", item.get("MemoryInfo", {}).get("SizeInMiB")
    yield "cpu_manufacturer", item.get("ProcessorInfo", {}).get("Manufacturer")
    yield "architectures", _joined(item.get("ProcessorInfo", {}).get("SupportedArchitectures"))
    yield from _network(item.get("NetworkInfo", {}))
    yield "instance_store_disks", _disks(item)
    yield from _ebs(item.get("EbsInfo", {}))
    yield "usage_classes", _joined(item.get("SupportedUsageClasses"))
    yield "placement_strategies", _joined(item.get("PlacementGroupInfo", {}).get("SupportedStrategies"))
    yield "hypervisor", item.get("Hypervisor")
    yield "bare_metal", item.get("BareMetal")
    yield "current_generation", item.get("CurrentGeneration")


def _network(network: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    cards: list[dict[str, Any]] = network.get("NetworkCards") or []
    baselines = [card.get("BaselineBandwidthInGbps", 0.0) for card in cards]
    yield "network_performance", network.get("NetworkPerformance")
    yield "network_baseline_gbps", sum(baselines) if baselines and all(baselines) else None
    yield "network_cards", network.get("MaximumNetworkCards")
    yield "max_enis", network.get("MaximumNetworkInterfaces")
    yield "ipv4_per_eni", network.get("Ipv4AddressesPerInterface")
    yield "efa_supported", network.get("EfaSupported")
    yield "max_efa_interfaces", network.get("EfaInfo", {}).get("MaximumEfaInterfaces", 0)
    yield "efa_only_supported", any("efa-only" in card.get("InterfaceTypes", ()) for card in cards)
    yield "encryption_in_transit", network.get("EncryptionInTransitSupported")


def _ebs(ebs: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    optimized = ebs.get("EbsOptimizedInfo", {})
    yield "ebs_max_MBps", optimized.get("MaximumThroughputInMBps")
    yield "ebs_max_iops", optimized.get("MaximumIops")
    yield "max_ebs_attachments", ebs.get("MaximumEbsAttachments")
    yield "ebs_attachment_limit_type", ebs.get("AttachmentLimitType")


def _disks(item: dict[str, Any]) -> str:
    disks: list[dict[str, Any]] = item.get("InstanceStorageInfo", {}).get("Disks") or []
    return "+".join(f"{disk['Count']}x{disk['SizeInGB']}" for disk in disks)


def _joined(words: list[str] | None) -> str:
    return "|".join(sorted(words or ()))


def _lacks(item: dict[str, Any], row: Row) -> str:
    """Why a type can't be planned; empty where it can."""
    memory = row["gpu_mem_mib"]
    if len(item["GpuInfo"]["Gpus"]) > 1:
        return "it has GPUs of several kinds"
    if gpu_of(row["gpu_name"], int(memory) if memory else None) is None:
        return f"the GPU {row['gpu_manufacturer']} {row['gpu_name']} is not in the catalogue"
    if unsaid := [name for name, value in row.items() if not value and name not in {*_MAY_BE_EMPTY, "as_of"}]:
        return f"AWS does not say its {', '.join(unsaid)}"
    if "+" in row["instance_store_disks"]:
        return "its local disks are of several sizes"
    if odd := [usage for usage in row["usage_classes"].split("|") if usage not in _USAGES]:
        return f"it is sold as {', '.join(odd)}, which is not known here"
    return "" if _are_alike(item["NetworkInfo"], row) else "how EFA is laid out on its network cards is not known"


def _are_alike(network: dict[str, Any], row: Row) -> bool:
    """True where the columns say all of the cards: alike but for EFA, which the last ones carry."""
    cards: list[dict[str, Any]] = network["NetworkCards"]
    count, efa = int(row["network_cards"]), int(row["max_efa_interfaces"])
    if (
        len(cards) != count
        or int(row["max_enis"]) % count
        or [card["NetworkCardIndex"] for card in cards] != [*range(count)]
    ):
        return False
    with_efa = {"interface", "efa", *(["efa-only"] if row["efa_only_supported"] == "True" else [])}
    return all(
        card.get("MaximumNetworkInterfaces") == int(row["max_enis"]) // count
        and set(card.get("InterfaceTypes", ())) == (with_efa if index >= count - efa else {"interface"})
        for index, card in enumerate(cards)
    )
