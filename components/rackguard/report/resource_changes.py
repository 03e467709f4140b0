"""Which resources another plan adds, removes and changes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

from rackguard.graph.graph import STACK
from rackguard.graph.urn import qualified_type
from rackguard.record import record
from rackguard.report.resource_counts import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource

Kind = Literal["added", "removed", "changed", "replaced"]
SIGNS: dict[Kind, str] = {"added": "+", "removed": "-", "changed": "~", "replaced": "±"}
"""A preview alone knows what is replaced: the old one goes."""
MANY = 40
"""Changes from which on they are told by their types alone."""

Names = tuple[str, str]
"""The names of the two clusters: resources that differ in them alone are the same ones."""


@record
class ResourceChange:
    """What becomes of one resource."""

    change: Kind
    urn: str
    """As it is afterwards; of a removed one as it was."""
    type: str
    name: str
    """Its logical name."""
    inputs: tuple[str, ...]
    """Inputs that differ, by the provider's names; empty for what is added or removed."""


def resource_changes(before: Graph, after: Graph, clusters: Names) -> tuple[ResourceChange, ...]:
    """Every resource that differs: what is removed, then what is added and changed, in the graphs' order."""
    was, now = _keyed(before, clusters[0]), _keyed(after, clusters[1])
    removed = [_change("removed", resource) for key, resource in was.items() if key not in now]
    return (*removed, *_added_and_changed(was, now))


def operated(before: Graph, after: Graph, operations: Mapping[str, Kind]) -> tuple[ResourceChange, ...]:
    """What a preview would do to each resource, by URN; components and the stack itself are left out."""
    was, now = ({resource.urn: resource for resource in graph.resources} for graph in (before, after))
    found: list[ResourceChange] = []
    for urn, kind in operations.items():
        resource = now.get(urn) or was.get(urn)
        if resource is None or not resource.custom:
            continue
        both = urn in was and urn in now
        found.append(_change(kind, resource, _differing(was[urn], now[urn]) if both else ()))
    return tuple(found)


def _added_and_changed(
    was: dict[tuple[str, str], Resource], now: dict[tuple[str, str], Resource]
) -> Iterator[ResourceChange]:
    for key, resource in now.items():
        earlier = was.get(key)
        if earlier is None:
            yield _change("added", resource)
        elif inputs := _differing(earlier, resource):
            yield _change("changed", resource, inputs)


def _keyed(graph: Graph, cluster: str) -> dict[tuple[str, str], Resource]:
    """Resources by their types and their name without the cluster's; the stack itself is left out."""
    return {
        (qualified_type(resource.urn), _without(cluster, resource.name)): resource
        for resource in graph.resources
        if resource.type != STACK and resource.custom
    }


def _without(cluster: str, name: str) -> str:
    return name.removeprefix(cluster) if name.startswith(f"{cluster}-") else name


def _differing(was: Resource, now: Resource) -> tuple[str, ...]:
    """Inputs with another value, and those that take it from other resources."""
    keys = dict.fromkeys((*was.inputs, *now.inputs))
    absent = object()
    return tuple(key for key in keys if was.inputs.get(key, absent) != now.inputs.get(key, absent))


def _change(kind: Kind, resource: Resource, inputs: tuple[str, ...] = ()) -> ResourceChange:
    return ResourceChange(kind, resource.urn, resource.type, resource.name, inputs)


def summary(changes: Sequence[ResourceChange]) -> str:
    """`2 added, 1 changed`, or `none`."""
    found = Counter[Kind](change.change for change in changes)
    return ", ".join(f"{found[kind]} {kind}" for kind in SIGNS if found[kind]) or "none"


def lines(changes: Sequence[ResourceChange]) -> list[str]:
    """A line for each change; where there are many, one for each type with several."""
    if len(changes) < MANY:
        return [_line(change) for change in changes]
    found: dict[tuple[Kind, str], list[ResourceChange]] = {}
    for change in changes:
        found.setdefault((change.change, kind_of(change.type)), []).append(change)
    return [
        f"{sign} {len(alike)} × {type_}" if len(alike) > 1 else _line(alike[0])
        for kind, sign in SIGNS.items()
        for (change, type_), alike in found.items()
        if change == kind
    ]


def _line(change: ResourceChange) -> str:
    inputs = f": {', '.join(change.inputs)}" if change.inputs else ""
    return f"{SIGNS[change.change]} {kind_of(change.type)} {change.name}{inputs}"
