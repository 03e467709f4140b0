"""The security groups that machines are in, and what else is in a group."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.record import record
from rackguard_policies.types import (
    INSTANCE,
    LAUNCH_CONFIGURATION,
    LAUNCH_TEMPLATE,
    NETWORK_INTERFACE,
    NETWORK_INTERFACE_GROUP,
    RULES_APART,
    SECURITY_GROUP,
    SPOT_REQUEST,
)
from rackguard_policies.values import Leaf, leaves

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource

MACHINES = (INSTANCE, SPOT_REQUEST, LAUNCH_TEMPLATE, LAUNCH_CONFIGURATION, NETWORK_INTERFACE, NETWORK_INTERFACE_GROUP)
"""Resources that put a machine into a security group."""

_PATHS = {
    INSTANCE: ("vpcSecurityGroupIds[*]", "securityGroups[*]"),
    SPOT_REQUEST: ("vpcSecurityGroupIds[*]", "securityGroups[*]"),
    LAUNCH_TEMPLATE: ("vpcSecurityGroupIds[*]", "networkInterfaces[*].securityGroups[*]"),
    LAUNCH_CONFIGURATION: ("securityGroups[*]",),
    NETWORK_INTERFACE: ("securityGroups[*]",),
    NETWORK_INTERFACE_GROUP: ("securityGroupId",),
}

MEMBERSHIPS = ("networkInterfaces", "securityGroupId", "securityGroupIds", "securityGroups", "vpcSecurityGroupIds")


@record
class Attached:
    """The groups of a machine."""

    groups: tuple[Resource, ...]
    """Those of the stack."""
    elsewhere: tuple[Leaf, ...]
    """Named groups whose rules aren't in the stack."""


def groups_of(graph: Graph, machine: Resource) -> Attached:
    """Every group that a machine is in, through every interface."""
    return named_groups(graph, machine, *_PATHS[machine.type])


def named_groups(graph: Graph, resource: Resource, *paths: str) -> Attached:
    """The groups that a resource names at `paths`."""
    groups: dict[str, Resource] = {}
    elsewhere: list[Leaf] = []
    for path in paths:
        found = [place for place in leaves(resource.inputs, path) if not place.absent]
        named = graph.sources(resource, re.split(r"[.\[]", path)[0], SECURITY_GROUP)
        sources = [group for group in named if not group.external]
        groups |= {group.urn: group for group in sources if found}
        ids = [group.id for group in sources]
        elsewhere += [place for place in found if not (sources if place.unknown else place.value in ids)]
    return Attached(tuple(groups.values()), tuple(elsewhere))


def holds_machines(graph: Graph, group: Resource) -> bool:
    """True where the stack puts a machine into a group."""
    return any(member.type in MACHINES for member in in_group(graph, group))


def in_group(graph: Graph, group: Resource) -> Iterator[Resource]:
    """Whatever is in a group: machines, file systems, endpoints, load balancers."""
    for resource in graph.dependents(group.urn):
        named = (resource.property_dependencies.get(key, ()) for key in MEMBERSHIPS)
        if resource.type not in RULES_APART and any(group.urn in urns for urns in named):
            yield resource
