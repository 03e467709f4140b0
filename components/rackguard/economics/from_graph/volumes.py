"""EBS volumes: those of a launch template, once for each node, and those that stand alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rackguard.economics.from_graph import setting
from rackguard.economics.from_graph.inputs import mapping, number, sequence, text
from rackguard.economics.from_graph.templates import ROOT
from rackguard.economics.items import BillableItem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rackguard.economics.from_graph.nodes import Nodes
    from rackguard.graph.graph import Graph

VOLUME = "aws:ebs/volume:Volume"
ROOT_DEVICES = frozenset({ROOT, "/dev/sda1", "/dev/xvda"})
GP3_IOPS, GP3_MIB_S = 3000, 125
"""What a gp3 volume has without a surcharge."""
IO2_TIERS = ((32000, "io2 IOPS up to 32000"), (64000, "io2 IOPS 32001-64000"), (256000, "io2 IOPS above 64000"))

Counts = tuple[float | None, float | None]
"""How many nodes: certain, at most."""


def template_volume_items(nodes: Nodes, counts: Counts) -> Iterator[BillableItem]:
    """The volumes that a template gives each of so many nodes, named by where they are mounted or by their device."""
    mounts = iter(nodes.mounts)
    for block in sequence(nodes.template.get("blockDeviceMappings")):
        device, ebs = mapping(block).get("deviceName"), mapping(mapping(block).get("ebs"))
        if ebs:
            place = "root" if text(device) in ROOT_DEVICES else next(mounts, text(device))
            yield from _items(ebs, f"{place} volumes", nodes.subject, nodes.region, counts)


def volume_items(graph: Graph) -> Iterator[BillableItem]:
    """Volumes of their own."""
    for volume in setting.owned(graph, VOLUME):
        shape = {**volume.inputs, "volumeSize": volume.inputs.get("size"), "volumeType": volume.inputs.get("type")}
        subject, region = setting.subject_of(graph, volume, volume.name), setting.region_of(graph, volume)
        yield from _items(shape, "volume", subject, region, (1, 1))


def _items(ebs: dict[str, Any], words: str, subject: str, region: str, nodes: Counts) -> Iterator[BillableItem]:
    for item, amount, unit in _parts(ebs):
        if amount == 0:
            continue
        certain, most = (None if amount is None or count is None else amount * count for count in nodes)
        yield BillableItem(
            f"{words}, {item}", subject, "volume", certain, unit, region, quantity_max=most, service=("EBS", item)
        )


def _parts(ebs: dict[str, Any]) -> list[tuple[str, float | None, str]]:
    """What a volume is billed for; an amount of None is only known later."""
    kind = text(ebs.get("volumeType")) or "gp2"  # EC2's own default
    iops, throughput = number(ebs.get("iops"), 0), number(ebs.get("throughput"), 0)
    parts: list[tuple[str, float | None, str]] = [(f"{kind} storage", number(ebs.get("volumeSize")), "GB-month")]
    if kind == "gp3":
        parts.append(("gp3 IOPS above 3000", _beyond(iops, GP3_IOPS), "IOPS-month"))
        parts.append(("gp3 throughput above 125 MiB/s", _beyond(throughput, GP3_MIB_S), "MiBps-month"))
    if kind == "io2":
        parts += _io2_tiers(iops)
    return parts


def _io2_tiers(iops: float | None) -> Iterator[tuple[str, float | None, str]]:
    floor = 0
    for ceiling, item in IO2_TIERS:
        yield item, None if iops is None else max(0, min(iops, ceiling) - floor), "IOPS-month"
        floor = ceiling


def _beyond(amount: float | None, included: int) -> float | None:
    return None if amount is None else max(0, amount - included)
