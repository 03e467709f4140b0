"""What a recorded program declares, by logical name."""

from __future__ import annotations

from typing import Any

from rackguard.graph.graph import Graph
from rackguard.graph.resource import Resource


def made(graph: Graph) -> tuple[Resource, ...]:
    """The resources that a cloud makes, without components."""
    return tuple(resource for resource in graph.resources if resource.custom)


def types(graph: Graph) -> dict[str, str]:
    """The token of each resource."""
    return {resource.name: resource.type for resource in made(graph)}


def inputs(graph: Graph) -> dict[str, dict[str, Any]]:
    """The inputs of each resource."""
    return {resource.name: resource.inputs for resource in made(graph)}


def needs(graph: Graph) -> dict[str, set[str]]:
    """The names that each resource depends on, by its inputs or explicitly; those that need nothing are left out."""
    found = {resource.name: {graph.by_urn[urn].name for urn in graph.needs(resource)} for resource in made(graph)}
    return {name: names for name, names in found.items() if names}
