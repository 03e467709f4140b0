"""GPU instance types of AWS: the main list, the legacy list, and what both lack."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Literal

from rackguard.catalog.gpus import gpu_of
from rackguard.catalog.network_cards import gb200_cards, network_cards, no_cards
from rackguard.catalog.overlay import is_newer
from rackguard.catalog.tables import Row, flag, number, table, whole
from rackguard.catalog.types import InstanceStore, InstanceType, PurchaseOption, Source

if TYPE_CHECKING:
    from rackguard.catalog.overlay import Overlay

_MAIN = Source("AWS DescribeInstanceTypes", "2026-10")
_LEGACY = Source("secondary listings of DescribeInstanceTypes", "2026-01 to 2026-07")

_PURCHASES = {
    "on-demand": (PurchaseOption.ON_DEMAND, PurchaseOption.RESERVATION),
    "spot": (PurchaseOption.SPOT,),
    "capacity-block": (PurchaseOption.CAPACITY_BLOCK,),
}

# What does the same work today; our judgement, not AWS's.
_SUCCESSORS = {
    "p2": ("g5", "g6"),
    "p3": ("p4d", "p5"),
    "g3": ("g6",),
    "g3s": ("g6",),
    "g4ad": ("g5", "g6"),
}


@cache
def instance_type(name: str, overlay: Overlay | None) -> InstanceType | None:
    """The type of that name, from whichever list is the newest that says all of it; only its own row is parsed."""
    if overlay and (row := _read(name, overlay)):
        return _main(row, Source(_MAIN.name, row["as_of"]))
    for file, build in _FILES.items():
        for row in table(file, "instance_type").rows(name):
            return build(row)
    return None


@cache
def names(overlay: Overlay | None) -> tuple[str, ...]:
    """The names of all types: the main list in the file's order, then those read since, the added, the legacy ones."""
    main, *others = (table(file, "instance_type").keys for file in _FILES)
    packaged = (*main, *(name for listed in others for name in listed))
    new = [name for name in overlay.table("types").keys if _read(name, overlay)] if overlay else []
    return tuple(dict.fromkeys((*main, *(name for name in new if name not in packaged), *packaged)))


def left_out(overlay: Overlay) -> dict[str, str]:
    """The types that AWS lists and the catalogue can't, each with what isn't known of it."""
    known = names(overlay)
    rows = overlay.table("types").all_rows()
    return {row["instance_type"]: row["lacks"] for row in rows if row["instance_type"] not in known}


def _read(name: str, overlay: Overlay) -> Row | None:
    """The row of a type as it was read, where nothing is missing in it and no packaged list says more, or later."""
    if any(table(file, "instance_type").rows(name) for file in _BETTER):
        return None
    row = next(iter(overlay.table("types").rows(name)), None)
    if not row or row["lacks"]:
        return None
    packaged = table(_LISTED, "instance_type").rows(name)
    return row if not packaged or is_newer(row["as_of"], _MAIN.as_of) else None


def _main(row: Row, source: Source = _MAIN) -> InstanceType:
    headline = headline_gbps(row["network_performance"]) or number(row["network_baseline_gbps"])
    return replace(
        _listed(row, source),
        gpu_fraction=float(row["gpu_partition_size"]),
        cpu_manufacturer=row["cpu_manufacturer"],
        architecture=_architecture(row["architectures"]),
        network_gbps=headline,
        network_cards=network_cards(row, headline, source),
        max_interfaces=int(row["max_enis"]),
        ipv4_per_interface=int(row["ipv4_per_eni"]),
        efa_supported=flag(row["efa_supported"]),
        encryption_in_transit=flag(row["encryption_in_transit"]),
        ebs_max_mib_s=number(row["ebs_max_MBps"]),
        ebs_max_iops=whole(row["ebs_max_iops"]),
        max_ebs_attachments=whole(row["max_ebs_attachments"]),
        ebs_attachments_shared=row["ebs_attachment_limit_type"] == "shared",
        purchase_options=_purchases(row["usage_classes"]),
        placement_strategies=frozenset(row["placement_strategies"].split("|")),
        bare_metal=flag(row["bare_metal"]),
        current_generation=flag(row["current_generation"]),
    )


def _added(row: Row) -> InstanceType:
    source = Source(row["source"], row["as_of"])
    cards = gb200_cards(source)
    return replace(
        _listed(row, source),
        cpu_manufacturer=row["cpu_manufacturer"],
        architecture=_architecture(row["architecture"]),
        network_gbps=number(row["network_gbps"]),
        network_cards=cards,
        max_interfaces=sum(card.max_interfaces for card in cards.cards),
        ipv4_per_interface=whole(row["ipv4_per_eni"]),
        efa_supported=True,
        encryption_in_transit=flag(row["encryption_in_transit"]) if row["encryption_in_transit"] else None,
        ebs_max_mib_s=number(row["ebs_max_MBps"]),
        ebs_max_iops=whole(row["ebs_max_iops"]),
        max_ebs_attachments=whole(row["max_ebs_attachments"]),
        purchase_options=_purchases(row["usage_classes"]),
        placement_strategies=frozenset(row["placement_strategies"].split("|")) - {""},
        current_generation=True,
    )


def _legacy(row: Row) -> InstanceType:
    ebs_mbps = number(row["ebs_max_mbps"])
    return replace(
        _listed(row, _LEGACY),
        cpu_manufacturer="AMD" if row["cpu_model"] == "7R32" else "Intel",
        network_gbps=number(row["network_baseline_gbps"]),
        ebs_max_mib_s=ebs_mbps / 8 if ebs_mbps is not None else None,
        purchase_options=_purchases("on-demand|spot"),
        legacy=True,
        successors=_SUCCESSORS[row["instance_type"].partition(".")[0]],
    )


def _listed(row: Row, source: Source) -> InstanceType:
    """What all three files say in the same columns; the rest is left as where the publisher doesn't say."""
    memory = whole(row["gpu_mem_mib"])
    return InstanceType(
        name=row["instance_type"],
        gpu=gpu_of(row["gpu_name"], memory),
        gpu_manufacturer=row["gpu_manufacturer"],
        gpu_count=int(row["gpu_count"]),
        gpu_fraction=1.0,
        gpu_memory_mib=memory,
        vcpus=int(row["vcpus"]),
        cores=int(row["cores"]),
        memory_mib=int(row["mem_mib"]),
        cpu_manufacturer="",
        architecture="x86_64",
        network_performance=row["network_performance"],
        network_gbps=None,
        network_cards=no_cards(source),
        max_interfaces=None,
        ipv4_per_interface=None,
        efa_supported=False,
        encryption_in_transit=None,
        instance_store=_store(row["instance_store_disks"]),
        ebs_max_mib_s=None,
        ebs_max_iops=None,
        max_ebs_attachments=None,
        ebs_attachments_shared=False,
        purchase_options=frozenset(),
        placement_strategies=frozenset(),
        hypervisor=row["hypervisor"],
        bare_metal=False,
        current_generation=False,
        legacy=False,
        successors=(),
        source=source,
    )


def _architecture(listed: str) -> Literal["x86_64", "arm64"]:
    return "arm64" if listed == "arm64" else "x86_64"


_LISTED = "aws_gpu_types.csv"
_BETTER = ("aws_gpu_types_added.csv", "aws_gpu_types_legacy.csv")
"""What is said there of a type, its cards and whether it is too old, AWS's own list doesn't say."""
_FILES = {
    _LISTED: _main,
    "aws_gpu_types_added.csv": _added,
    "aws_gpu_types_legacy.csv": _legacy,
}


def headline_gbps(performance: str) -> float | None:
    """The figure of `100 Gigabit` or `4x 100 Gigabit`; None for `Up to …`, which is a peak.

    Cards do not add up to it on g6e and p6, so it is read and not summed.
    """
    words = performance.split()
    if words[-1:] != ["Gigabit"] or "Up" in words:
        return None
    times = int(words[0].removesuffix("x")) if words[0].endswith("x") else 1
    return times * float(words[-2])


def _store(disks: str) -> InstanceStore | None:
    """`8x3800` is eight disks of 3,800 GB."""
    if not disks:
        return None
    count, _, size = disks.partition("x")
    return InstanceStore(disks=int(count), disk_gb=int(size))


def _purchases(usage_classes: str) -> frozenset[PurchaseOption]:
    return frozenset(option for usage in usage_classes.split("|") for option in _PURCHASES[usage])
