"""Prefix lists that rules let in don't hold the world."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rackguard_policies.address_range import is_world, network
from rackguard_policies.rule import Finding, Parameter, Rule, Unproven
from rackguard_policies.security_group_rules import Peer, TrafficRule, stated_by
from rackguard_policies.types import PREFIX_LIST, PREFIX_LIST_ENTRY, SECURITY_GROUP, STATES_INGRESS
from rackguard_policies.undeclared_traffic import undeclared, unproven
from rackguard_policies.values import Leaf, leaf, leaves, seen

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict

KNOWN = "is a prefix list of this stack, or an approved one"
WANTED = "isn't the whole internet"
PARAMETERS: Mapping[str, Parameter] = {
    "approved": Parameter(
        default=[],
        schema={"type": "array", "items": {"type": "string", "pattern": "^pl-"}},
        words="ids of prefix lists of others that rules may let in",
    )
}


def _judge(subject: Subject) -> Iterator[Verdict]:
    for rule in stated_by(subject.resource, "ingress"):
        for peer in rule.peers:
            if peer.kind == "unknown":
                yield Unproven(peer.leaf.path, KNOWN)
            elif peer.kind == "prefix list":
                yield from _peer(subject, rule, peer)
    if subject.resource.type == SECURITY_GROUP:
        for rule, peer in undeclared(subject, "ingress"):
            if peer.kind == "prefix list" and peer.leaf.value not in subject.parameters["approved"]:
                yield unproven(rule, peer, KNOWN)


def _peer(subject: Subject, rule: TrafficRule, peer: Peer) -> Iterator[Verdict]:
    key = rule.key or peer.leaf.path.partition("[")[0]
    found = subject.graph.sources(subject.resource, key, PREFIX_LIST)
    lists = [each for each in found if not each.external and (peer.leaf.unknown or peer.leaf.value == each.id)]
    if not lists and peer.leaf.value not in subject.parameters["approved"]:
        yield Unproven(peer.leaf.path, KNOWN)
    for prefix_list in lists:
        for owner, entry in _entries(subject.graph, prefix_list):
            if entry.unknown:
                yield Unproven(entry.path, WANTED, owner.urn)
            elif (given := network(entry.value)) and is_world(given):
                yield Finding(entry.path, WANTED, seen(entry.value), owner.urn)


def _entries(graph: Graph, prefix_list: Resource) -> Iterator[tuple[Resource, Leaf]]:
    for entry in leaves(prefix_list.inputs, "entries[*].cidr"):
        yield prefix_list, entry
    for apart in graph.dependents(prefix_list.urn, PREFIX_LIST_ENTRY):
        yield apart, leaf(apart.inputs, "cidr")


RULE = Rule(
    id="stk-sg-prefix-list",
    title="Prefix lists that security groups let in are known and don't hold the whole internet",
    severity="high",
    why="One entry of 0.0.0.0/0 in a list opens every group that names it, and no group shows it.",
    fix="Declare the list in the stack, as an ec2.ManagedPrefixList of your own networks; put the id of "
    "another's list into the parameter approved.",
    types=STATES_INGRESS,
    judge=_judge,
    parameters=PARAMETERS,
    before='ManagedPrefixList("offices", address_family="IPv4", max_entries=5, entries=[{"cidr": "0.0.0.0/0"}])',
    after='ManagedPrefixList("offices", address_family="IPv4", max_entries=5, entries=[{"cidr": "52.1.2.0/28"}])',
)
