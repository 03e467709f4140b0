"""Where a stack file declares what a resource belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.spec.stack_file import CLUSTER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource
    from rackguard.spec.problem import Path
    from rackguard.spec.yaml_source import Document

OWN = "rackguard-aws:index:"
"""What the tokens of the components start with."""

PARTS: dict[str, Path] = {
    "GpuCluster": (),
    "EncryptionKey": ("encryption",),
    "Network": ("network",),
    "Storage": ("storage",),
    "Access": ("access",),
}
"""Keys of the cluster by the component that they declare."""

NAMED = {"poolName": "pools", "store": "storage"}
"""Inputs of a component that name what it is made of, and where the cluster declares that."""


def lines_of(graph: Graph, document: Document) -> dict[str, int]:
    """Lines of the stack file by the URN of each resource that a component of a cluster makes."""
    found = {resource.urn: _path(resource, graph) for resource in graph.resources}
    return {urn: document.key_mark(path).line for urn, path in found.items() if path is not None}


def _path(resource: Resource, graph: Graph) -> Path | None:
    return next((path for part in _around(resource, graph) if (path := _declared(part)) is not None), None)


def _around(resource: Resource, graph: Graph) -> Iterator[Resource]:
    yield resource
    yield from graph.ancestors(resource)


def _declared(component: Resource) -> Path | None:
    """Where a component is declared; None for what is no component of a cluster."""
    if not component.type.startswith(OWN):
        return None
    for key, section in NAMED.items():
        if isinstance(name := component.inputs.get(key), str):
            return (*CLUSTER, section, name)
    part = PARTS.get(component.type.removeprefix(OWN))
    return None if part is None else (*CLUSTER, *part)
