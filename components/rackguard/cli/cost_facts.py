"""What rules of cost are told of a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rackguard.catalog.catalog import Catalog
    from rackguard.economics.cost import Cost
    from rackguard.economics.items import BillableItem
    from rackguard.graph.graph import Graph
    from rackguard_policies.cost_facts import CostFacts, HeldCapacity, NodeHours


def facts_of_graph(graph: Graph, catalog: Catalog) -> CostFacts:
    """The cost of a graph's resources, at the catalogue's prices and those that its clusters declare."""
    from rackguard.economics.cost import price_items
    from rackguard.economics.graph_items import items_of_graph, own_prices_of_graph

    items = items_of_graph(graph, catalog)
    return facts_of(price_items(items, catalog, own_prices_of_graph(graph)), catalog)


def facts_of(cost: Cost, catalog: Catalog) -> CostFacts:
    """A cost, as rules are told it."""
    from rackguard_policies.cost_facts import CostFacts

    return CostFacts(
        usd_per_month=cost.now.usd_per_month,
        usd_per_month_at_max=cost.at_max.usd_per_month,
        nodes=tuple(_nodes(cost, catalog)),
        capacities=tuple(_capacities({id(line.item): line.item for line in cost.lines}.values())),
        uncounted=tuple(dict.fromkeys(line.label for line in cost.lines if _is_uncounted(line.item))),
    )


def _is_uncounted(item: BillableItem) -> bool:
    """True for nodes, or capacity for them, of which the number or the type isn't known."""
    return item.kind in ("instance", "cpu_instance", "reservation") and (item.most is None or not item.instance_types)


def _nodes(cost: Cost, catalog: Catalog) -> Iterable[NodeHours]:
    """Nodes in capacity that is held are counted by the capacity, which has the price."""
    from rackguard.economics.gpu_hours import gpu_hours_per_month
    from rackguard_policies.cost_facts import NodeHours

    for line in cost.lines:
        hours = gpu_hours_per_month(line.item, line.quantity_max, catalog)
        if line.item.kind in ("instance", "reservation") and hours:
            bought = line.item.purchase.value if line.item.purchase else ""
            yield NodeHours(line.label, bought, hours, priced=not line.unpriced)


def _capacities(items: Iterable[BillableItem]) -> Iterable[HeldCapacity]:
    from rackguard_policies.cost_facts import HeldCapacity

    everything = list(items)
    usable: dict[str, float] = {}
    for item in everything:
        if item.kind in ("instance", "cpu_instance"):
            usable[item.capacity_key] = usable.get(item.capacity_key, 0) + (item.most or 0)
    for item in everything:
        if item.kind == "reservation" and item.quantity:
            yield HeldCapacity(item.label, item.quantity, usable.get(item.capacity_key, 0))
