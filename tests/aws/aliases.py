"""The URNs that a graph's resources answer to: their own, and those of their aliases, inherited ones too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from rackguard.graph import urn
from rackguard.graph.graph import STACK, Graph
from rackguard.graph.resource import Resource


def answers_to(graph: Graph) -> set[str]:
    """Every URN under which the engine finds a resource of the graph in a state."""
    return {one for resource in graph.resources for one in _urns(graph, resource)}


def _urns(graph: Graph, resource: Resource) -> list[str]:
    """As the engine does: each of the resource's own aliases below each of its parent's URNs."""
    found = [resource.urn]
    parent = graph.by_urn.get(resource.parent or "")
    parents = _urns(graph, parent) if parent and parent.type != STACK else [resource.parent or ""]
    for alias in ("{}", *resource.options.aliases):
        found += [alias] if urn.is_urn(alias) else _specified(graph, resource, json.loads(alias), parents)
    return list(dict.fromkeys(found))


def _specified(graph: Graph, resource: Resource, spec: dict[str, Any], parents: list[str]) -> Iterator[str]:
    # An empty text is what the SDK sends for a parent that stays.
    above = [""] if spec.get("noParent") else [spec["parentUrn"]] if spec.get("parentUrn") else parents
    for parent in above:
        yield urn.make(
            spec.get("stack", graph.stack),
            spec.get("project", graph.project),
            parent,
            spec.get("type", resource.type),
            spec.get("name", _renamed(graph, resource, parent)),
        )


def _renamed(graph: Graph, resource: Resource, parent: str) -> str:
    """The name below a parent's URN: a child whose name begins with its parent's was renamed with it."""
    now = graph.by_urn.get(resource.parent or "")
    if not parent or not now or now.type == STACK or not resource.name.startswith(now.name):
        return resource.name
    return urn.name_of(parent) + resource.name.removeprefix(now.name)
