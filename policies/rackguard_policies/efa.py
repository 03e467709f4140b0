"""Elastic Fabric Adapter: which security groups its interfaces are in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard_policies.attached_groups import in_group
from rackguard_policies.types import LAUNCH_TEMPLATE, LUSTRE, NETWORK_INTERFACE
from rackguard_policies.values import leaf, leaves, truth

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource

_EFA = ("efa", "efa-only")


def has_efa(machine: Resource) -> bool:
    """True for a launch template or interface with EFA."""
    if machine.type == LAUNCH_TEMPLATE:
        return any(found.value in _EFA for found in leaves(machine.inputs, "networkInterfaces[*].interfaceType"))
    return machine.type == NETWORK_INTERFACE and leaf(machine.inputs, "interfaceType").value in _EFA


def is_efa_group(graph: Graph, group: Resource) -> bool:
    """True for a group of machines with EFA."""
    return any(has_efa(member) for member in in_group(graph, group))


def serves_efa(graph: Graph, group: Resource) -> bool:
    """True for a group of Lustre file systems that speak EFA."""
    stores = (member for member in in_group(graph, group) if member.type == LUSTRE)
    return any(truth(leaf(store.inputs, "efaEnabled").value) is True for store in stores)


def no_efa_group(graph: Graph, group: Resource) -> str:
    """Why a rule of EFA has nothing to say of a group; empty where it has."""
    return "" if is_efa_group(graph, group) else "no machine with EFA is in it"
