"""Which machines read which stores: by their declaration, or by what their roles may read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rackguard_policies.iam_document import statements
from rackguard_policies.role_permissions import documents_of, profiles_of
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


def machines_by_name(graph: Graph) -> dict[str, list[Resource]]:
    """For each bucket and parameter that a role's policies name, the machines that have the role."""
    found: dict[str, list[Resource]] = {}
    for role in graph.of_type(ROLE):
        machines = tuple(_machines_of(graph, role))
        for name in _names(graph, role) if machines else ():
            found.setdefault(name, []).extend(machines)
    return found


def machines_of(graph: Graph, store: Resource, by_name: dict[str, list[Resource]]) -> tuple[Resource, ...]:
    """The machines, and templates of machines, that read a store."""
    beside = graph.dependents(store.urn, *_BESIDE)
    found = [machine for each in (store, *beside) for machine in graph.dependents(each.urn, *MACHINES)]
    told = [(store, "bucket"), *((each, "name") for each in graph.dependents(store.urn, PARAMETER))]
    for resource, key in told:
        name = resource.inputs.get(key)
        found += by_name.get(name, ()) if isinstance(name, str) else ()
    return tuple({machine.urn: machine for machine in found}.values())


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
