"""What resources cost an hour, each by itself."""

from __future__ import annotations

from dataclasses import replace
from math import fsum
from typing import TYPE_CHECKING

from rackguard.economics.from_graph.free import costs_nothing
from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource


@record
class HourlyPrice:
    """What one resource adds to the stack's cost."""

    usd: float
    """What is certain."""
    whole: bool = True
    """False where a part has no price, or depends on use: then it is at least as much."""


def price_of(resource: Resource, graph: Graph, catalog: Catalog) -> HourlyPrice:
    """The difference that the resource makes; `graph` is the stack's, with or without it.

    A launch template costs nothing by itself: the nodes are its group's.
    """
    if costs_nothing(resource.type):
        return HourlyPrice(0.0)
    others = tuple(each for each in graph.resources if each.urn != resource.urn)
    usd, open_lines = _cost(replace(graph, resources=(*others, resource)), catalog)
    usd_without, open_without = _cost(replace(graph, resources=others), catalog)
    added = max(usd - usd_without, 0.0)
    return HourlyPrice(added, added > 0 and open_lines <= open_without)


def _cost(graph: Graph, catalog: Catalog) -> tuple[float, int]:
    """What is certain in USD an hour, and how many lines have no price or depend on use."""
    from rackguard.economics.cost import price_items
    from rackguard.economics.graph_items import items_of_graph, own_prices_of_graph

    lines = price_items(items_of_graph(graph, catalog), catalog, own_prices_of_graph(graph)).lines
    return fsum(line.now.usd_per_hour for line in lines if line.now), sum(line.now is None for line in lines)
