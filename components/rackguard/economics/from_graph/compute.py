"""What nodes are billed for: the nodes, the capacity that holds them, and the volumes that come with each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.catalog.types import PurchaseOption
from rackguard.economics.from_graph import setting
from rackguard.economics.from_graph.inputs import number, text
from rackguard.economics.from_graph.nodes import GROUP, INSTANCE, RESERVATION, Nodes, nodes_of_group, nodes_of_instance
from rackguard.economics.from_graph.volumes import template_volume_items
from rackguard.economics.items import HOURS_PER_MONTH, BillableItem

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from rackguard.catalog.catalog import Catalog
    from rackguard.economics.items import ItemKind
    from rackguard.graph.graph import Graph


def compute_items(graph: Graph, catalog: Catalog) -> Iterator[BillableItem]:
    """Items of all groups, instances, reservations and blocks of a graph."""
    groups = [nodes for group in setting.owned(graph, GROUP) for nodes in nodes_of_group(graph, group)]
    instances = [nodes_of_instance(graph, instance) for instance in setting.owned(graph, INSTANCE)]
    sharing: dict[str, list[Nodes]] = {}
    for nodes in (*groups, *instances):
        if nodes.capacity is not None:
            sharing.setdefault(nodes.capacity, []).append(nodes)
    billed: set[str] = set()
    for nodes in groups:
        yield from _held(nodes, sharing, billed)
        yield from _nodes(nodes, catalog)
    yield from _empty_reservations(graph, sharing.keys())
    for nodes in instances:
        yield from _held(nodes, sharing, billed)
        yield from _nodes(nodes, catalog)


def _held(nodes: Nodes, by_capacity: dict[str, list[Nodes]], billed: set[str]) -> Iterator[BillableItem]:
    """The reservation or block that nodes run in, once for all that share it.

    Where it isn't known how many nodes it holds, it is taken to hold all that may run in it.
    """
    if nodes.capacity is None or nodes.capacity in billed:
        return
    sharing = by_capacity[nodes.capacity]
    room = sum(other.most or 0 for other in sharing)
    count = max((other.held or 0 for other in sharing), default=0) or room
    block = nodes.purchase is PurchaseOption.CAPACITY_BLOCK
    if not count or (block and not room):
        return
    billed.add(nodes.capacity)
    words = "capacity block" if block else "reservation"
    yield _item(nodes, f"{words} of {count:g} × {', '.join(nodes.types)}", "reservation", count, count)


def _nodes(nodes: Nodes, catalog: Catalog) -> Iterator[BillableItem]:
    gpu = any(catalog.find_instance_type(name) for name in nodes.types)
    types = ", ".join(nodes.types) or "instances of an unknown type"
    yield _item(nodes, f"{_range(nodes)} × {types}", "instance" if gpu else "cpu_instance", nodes.least, nodes.most)
    share = min(nodes.hours, HOURS_PER_MONTH) / HOURS_PER_MONTH
    counts = tuple(None if count is None else count * share for count in (nodes.least, nodes.most))
    yield from template_volume_items(nodes, (counts[0], counts[1]))


def _item(nodes: Nodes, label: str, kind: ItemKind, quantity: float | None, quantity_max: float | None) -> BillableItem:
    paid_with_capacity = kind != "reservation" and nodes.capacity is not None
    return BillableItem(
        label,
        nodes.subject,
        kind,
        quantity,
        "hour",
        nodes.region,
        quantity_max=quantity_max,
        instance_types=nodes.types,
        zone_ids=nodes.zone_ids,
        purchase=nodes.purchase,
        commitments=() if paid_with_capacity else nodes.commitments,
        hours=nodes.hours,
        capacity=nodes.capacity,
    )


def _range(nodes: Nodes) -> str:
    if nodes.most is None:
        return "an unknown number of"
    if nodes.least is None:
        return f"up to {nodes.most:g}"
    if nodes.least == nodes.most:
        return f"{nodes.most:g}"
    return f"{nodes.least:g} to {nodes.most:g}"


def _empty_reservations(graph: Graph, used: Collection[str]) -> Iterator[BillableItem]:
    """Reservations of the graph that nothing runs in: billed all the same."""
    for reservation in setting.owned(graph, RESERVATION):
        if reservation.urn in used:
            continue
        count, kind = number(reservation.inputs.get("instanceCount")), text(reservation.inputs.get("instanceType"))
        amount = "an unknown number" if count is None else f"{count:g}"
        yield BillableItem(
            f"reservation of {amount} × {kind or 'instances of an unknown type'}",
            setting.subject_of(graph, reservation, reservation.name),
            "reservation",
            count,
            "hour",
            setting.region_of(graph, reservation),
            instance_types=(kind,) if kind else (),
            purchase=PurchaseOption.RESERVATION,
            capacity=reservation.urn,
        )
