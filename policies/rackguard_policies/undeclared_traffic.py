"""What a security group let through when it was last read and no rule of the stack accounts for.

A rule that somebody adds by hand, or another stack, is in no input: only the group's outputs tell it, after a refresh.
They are as old as that refresh, though: a rule that was narrowed or taken out since is still in them, so that nothing
of it is a finding.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rackguard.graph.resource import UNKNOWN
from rackguard_policies.address_range import is_inside, network
from rackguard_policies.rule import Unproven
from rackguard_policies.security_group_rules import Direction, Peer, TrafficRule, last_read_of, rules_of, stated_by
from rackguard_policies.traffic import among, any_range
from rackguard_policies.types import RULES_APART

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject

LOOK_AGAIN = "`pulumi refresh`, and look again; what stays was added by hand or by another stack"
HIDDEN = "what the group was last read to let through is a secret in the state, and secrets are looked into nowhere"
_WAYS = {"ingress": "lets {} in", "egress": "lets traffic out to {}"}


def undeclared(subject: Subject, direction: Direction) -> Iterator[tuple[TrafficRule, Peer]]:
    """Rules of the group that is judged, each with a peer, known or secret, that the stack doesn't declare for it."""
    declared = [(rule, peer) for rule in _declared(subject.graph, subject.resource, direction) for peer in rule.peers]
    for rule in last_read_of(subject.resource, direction):
        for peer in rule.peers:
            if peer.leaf.value is not UNKNOWN and not any(
                _accounts_for(subject, rule, peer, *each) for each in declared
            ):
                yield rule, peer


def unproven(rule: TrafficRule, peer: Peer, wanted: str) -> Unproven:
    """What is said of an undeclared rule."""
    lets = _WAYS[rule.directions[0]].format("its own members" if peer.kind == "self" else peer.leaf.value)
    because = f"as last read, the group {lets} on {_ports(rule)}, which nothing here declares: {LOOK_AGAIN}"
    return Unproven(peer.leaf.path, wanted, because=HIDDEN if peer.leaf.unknown else because)


def _declared(graph: Graph, group: Resource, direction: Direction) -> Iterator[TrafficRule]:
    """The rules of a group, those too that name it by its id alone."""
    yield from rules_of(graph, group, direction)
    for type_ in RULES_APART if group.id else ():
        for resource in graph.with_text(type_, "securityGroupId", group.id or ""):
            yield from () if resource.external else stated_by(resource, direction)


def _accounts_for(subject: Subject, rule: TrafficRule, peer: Peer, declared: TrafficRule, by: Peer) -> bool:
    """True where a declared rule lets the same peer through, or may: it is unproven itself then."""
    if not rule.is_within(declared):
        return False
    if peer.kind != "range":
        (kind, value), (by_kind, by_value) = _named(subject.resource, peer), _named(subject.resource, by)
        return kind == by_kind and (by.leaf.unknown or value == by_value)
    if by.leaf.unknown:
        return among(subject, declared, by, any_range) is None
    inner, outer = network(peer.leaf.value), network(by.leaf.value) if by.kind == "range" else None
    return inner is not None and outer is not None and is_inside(inner, outer)


def _named(group: Resource, peer: Peer) -> tuple[str, Any]:
    """A peer's kind and value; a group that names itself is `self` to AWS."""
    itself = peer.kind == "group" and peer.leaf.value == group.id
    return ("self", True) if itself or peer.kind == "self" else (peer.kind, peer.leaf.value)


def _ports(rule: TrafficRule) -> str:
    """`tcp 22`, `udp 8000 to 8010`, `every protocol`, or a protocol that has no ports."""
    if rule.all_protocols:
        return "every protocol"
    name = rule.name_of_protocol
    if name not in ("tcp", "udp"):
        return name
    first, last = rule.ports
    return f"{name} {first:g}" if first == last else f"{name} {first:g} to {last:g}"
