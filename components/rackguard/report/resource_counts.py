"""How many resources a stack has, component by component."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rackguard.graph.graph import PROVIDER_PREFIX, STACK
from rackguard.record import record

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource


@record
class ComponentCount:
    """What a component makes, components inside of it included."""

    name: str
    """Logical name; of the stack for what is in no component."""
    kind: str
    """`NodePool`, `Network`, …: the last part of its type."""
    count: int
    types: tuple[tuple[str, int], ...]
    """Kinds of resources and how many there are of each, the most first."""


def counts(graph: Graph) -> list[ComponentCount]:
    """A count for the stack, each outermost component, and each component right inside one, in the graph's order.

    Providers, and what is only read, are none of what a stack makes.
    """
    found: dict[str, list[Resource]] = {}
    for resource in graph.resources:
        if resource.custom and not resource.external and not resource.type.startswith(PROVIDER_PREFIX):
            found.setdefault(_owner(graph, resource), []).append(resource)
    order = {resource.urn: place for place, resource in enumerate(graph.resources)}
    return [_count(graph, urn, found[urn]) for urn in sorted(found, key=lambda urn: order.get(urn, -1))]


def total(graph: Graph) -> int:
    """How many resources the stack makes."""
    return sum(count.count for count in counts(graph))


def kind_of(type_: str) -> str:
    """The last part of a type: `Vpc` of `aws:ec2/vpc:Vpc`."""
    return type_.rpartition(":")[2]


def _owner(graph: Graph, resource: Resource) -> str:
    """URN of the component that a resource is counted with; of the stack, or empty, for what is in none."""
    around = [component.urn for component in graph.ancestors(resource)]
    if not around:
        return next((stack.urn for stack in graph.of_type(STACK)), "")
    return around[-2] if len(around) > 1 else around[-1]


def _count(graph: Graph, urn: str, resources: list[Resource]) -> ComponentCount:
    owner = graph.by_urn.get(urn)
    types = Counter(kind_of(resource.type) for resource in resources)
    ordered = sorted(types.items(), key=lambda item: (-item[1], item[0]))
    name, kind = (owner.name, kind_of(owner.type)) if owner else (graph.stack, "Stack")
    return ComponentCount(name, kind, len(resources), tuple(ordered))


def rows(graph: Graph) -> list[list[str]]:
    """For each component its name, how many resources it makes, and of what kinds."""
    return [
        [f"{count.name} ({count.kind})", str(count.count), ", ".join(_times(kind, many) for kind, many in count.types)]
        for count in counts(graph)
    ]


def _times(kind: str, many: int) -> str:
    return kind if many == 1 else f"{many} {kind}"
