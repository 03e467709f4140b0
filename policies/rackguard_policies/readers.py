"""Which machines read which stores: by their declaration, or by what their roles may read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rackguard.record import record
from rackguard_policies.iam_document import statements
from rackguard_policies.once import once
from rackguard_policies.role_permissions import documents_of, halves, profiles_of
from rackguard_policies.types import (
    BUCKETS,
    FILE_SYSTEM,
    INSTANCES,
    LAUNCH_TEMPLATE,
    LUSTRE,
    PARAMETER,
    ROLE,
)
from rackguard_policies.values import leaf, leaves

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource

STORES = (*BUCKETS, FILE_SYSTEM, LUSTRE)
MACHINES = (*INSTANCES, LAUNCH_TEMPLATE)
_BESIDE = ("aws:efs/accessPoint:AccessPoint", "aws:efs/mountTarget:MountTarget")
_NAMED = re.compile(r"arn:[a-z-]+:(?:s3:::([^/*?]+)(?:/.*)?|ssm:[^:]*:[^:]*:parameter(/[^*?]+))")
"""A bucket's name, or a parameter's: by one that depends on a store, machines learn where the store is."""


def machines_by_name(graph: Graph) -> dict[str, dict[str, Resource]]:
    """For each bucket and parameter that a role's policies name, the machines that have the role, by their URN.

    What names a role by its text is looked at once, however many roles have that name.
    """
    found: dict[str, dict[str, Resource]] = {}
    by_text: dict[str, _Readers] = {}
    done: set[tuple[str, str]] = set()
    for role in graph.of_type(ROLE):
        without, nobody = halves(graph, role)
        own, name = _readers_of(graph, without), nobody.inputs.get("name", "")
        if fresh := name not in by_text:
            by_text[name] = _readers_of(graph, nobody)
        named = by_text[name]
        for text in (*own.names, *(named.names if own.machines or fresh else ())):
            readers = found.setdefault(text, {})
            readers |= own.machines
            if (text, name) not in done:
                done.add((text, name))
                readers |= named.machines
    return found


@record
class _Readers:
    """What a role's policies name, and who has the role."""

    names: tuple[str, ...]
    machines: dict[str, Resource]


def _readers_of(graph: Graph, role: Resource) -> _Readers:
    machines = {machine.urn: machine for machine in _machines_of(graph, role)}
    return _Readers(tuple(dict.fromkeys(_names(graph, role))), machines)


def dependent_machines(graph: Graph, store: Resource) -> tuple[Resource, ...]:
    """The machines, and templates of machines, that depend on a store or on what stands beside it."""
    beside = graph.dependents(store.urn, *_BESIDE)
    return tuple(machine for each in (store, *beside) for machine in graph.dependents(each.urn, *MACHINES))


def names_of(graph: Graph, store: Resource) -> tuple[str, ...]:
    """The names by which roles may read a store: a bucket's own, and those of the parameters that depend on it."""
    told = [(store, "bucket"), *((each, "name") for each in graph.dependents(store.urn, PARAMETER))]
    return tuple(name for resource, key in told if isinstance(name := resource.inputs.get(key), str))


@once
def launched_tags(machine: Resource) -> Any:
    """The tags of the instances that are made from a template; of an instance its own."""
    for place in leaves(machine.inputs, "tagSpecifications[*]"):
        if leaf(place.value, "resourceType").value == "instance":
            return leaf(place.value, "tags").value
    return machine.inputs.get("tags")


def _machines_of(graph: Graph, role: Resource) -> Iterator[Resource]:
    for profile in profiles_of(graph, role):
        yield from graph.dependents(profile.urn, *MACHINES)


def _names(graph: Graph, role: Resource) -> Iterator[str]:
    documents = (statements(place) or () for place in documents_of(graph, role))
    arns = (arn for document in documents for each in document if each.allows for arn in each.resources)
    matches = (_NAMED.fullmatch(arn) for arn in dict.fromkeys(arns))
    yield from (match.group(1) or match.group(2) for match in matches if match)
