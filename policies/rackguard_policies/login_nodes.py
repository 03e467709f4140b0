"""The one machine that may be public: a login node, into which the internet only gets by SSH from named ranges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard_policies.address_range import is_world, network
from rackguard_policies.nodes import is_gpu_node
from rackguard_policies.security_group_rules import rules_of
from rackguard_policies.types import INSTANCE, SECURITY_GROUP
from rackguard_policies.values import leaves, number

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject
    from rackguard_policies.security_group_rules import Peer, TrafficRule

LOGIN = "it is of a login node, open to SSH from named ranges only"
_SSH = 22


def is_login_node(subject: Subject) -> bool:
    """An instance without GPUs, whose groups are all the stack's and take in nothing from ranges but SSH.

    A world range, a prefix list and whatever isn't known yet make it none.
    """
    machine, graph = subject.resource, subject.graph
    if machine.type != INSTANCE or is_gpu_node(subject):
        return False
    groups = graph.sources(machine, "vpcSecurityGroupIds", SECURITY_GROUP)
    named = [each for each in leaves(machine.inputs, "vpcSecurityGroupIds[*]") if not each.absent]
    return bool(groups) and len(groups) == len(named) and all(_ssh_only(graph, group) for group in groups)


def _ssh_only(graph: Graph, group: Resource) -> bool:
    rules = rules_of(graph, group, "ingress")
    return all(_is_narrow(rule, peer) for rule in rules for peer in rule.peers)


def _is_narrow(rule: TrafficRule, peer: Peer) -> bool:
    if peer.kind in ("group", "self"):
        return True
    if peer.kind != "range" or peer.leaf.unknown or rule.protocol.unknown:
        return False
    ports = {number(rule.first.value), number(rule.last.value)}
    given = network(peer.leaf.value)
    return rule.name_of_protocol == "tcp" and ports == {_SSH} and given is not None and not is_world(given)
