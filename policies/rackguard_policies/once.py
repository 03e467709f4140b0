"""What several rules work out of one resource or one graph, worked out once: neither ever changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from rackguard.graph.graph import Graph
from rackguard.graph.resource import Resource

Of = TypeVar("Of", Graph, Resource)
Found = TypeVar("Found")


def once_in_graph(work: Callable[[Graph, Resource], Found]) -> Callable[[Graph, Resource], Found]:
    """`work` on a resource of a graph, whose result is kept with the graph."""

    @wraps(work)
    def kept(graph: Graph, resource: Resource) -> Found:
        # By identity: a rule may look at a resource with another one's values, under the same URN.
        key = (work, id(resource))
        if key not in graph.worked_out:
            graph.worked_out[key] = (work(graph, resource), resource)
        return graph.worked_out[key][0]

    return kept


def once(work: Callable[[Of], Found]) -> Callable[[Of], Found]:
    """`work`, whose result is kept with what it is worked out of, and goes with it."""

    @wraps(work)
    def kept(of: Of) -> Found:
        worked_out = of.worked_out
        if work not in worked_out:
            worked_out[work] = work(of)
        return worked_out[work]

    return kept
