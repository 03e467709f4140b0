"""EFA's groups let everything through among their members, and among nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.efa import no_efa_group, serves_efa
from rackguard_policies.rule import Finding, NotApplicable, Rule, Unproven
from rackguard_policies.security_group_rules import DIRECTIONS, Direction, Peer, TrafficRule, rules_of
from rackguard_policies.types import SECURITY_GROUP
from rackguard_policies.values import seen

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict

ALONE = "is the group itself, as all protocols are let through"


def _judge(subject: Subject) -> Iterator[Verdict]:
    if reason := no_efa_group(subject.graph, subject.resource):
        yield NotApplicable(reason)
        return
    for direction in DIRECTIONS:
        yield from _direction(subject, direction)


def _direction(subject: Subject, direction: Direction) -> Iterator[Verdict]:
    graph = subject.graph
    rules = [each for each in rules_of(graph, subject.resource, direction) if each.all_protocols is not False]
    for rule in rules:
        yield from _others(subject, rule)
    if not any(rule.all_protocols and _itself(subject, rule) for rule in rules):
        wanted = f"a rule lets all protocols through among its members ({direction})"
        unknown = any(rule.all_protocols is None for rule in rules)
        yield Unproven("", wanted) if unknown else Finding("", wanted)


def _itself(subject: Subject, rule: TrafficRule) -> bool:
    own = any(group.urn == subject.resource.urn for group in rule.groups(subject.graph))
    return any(peer.kind == "self" or (peer.kind == "group" and own) for peer in rule.peers)


def _others(subject: Subject, rule: TrafficRule) -> Iterator[Verdict]:
    """Peers that aren't the group; Lustre's servers, which speak EFA with the nodes, may be there."""
    for peer in rule.peers:
        if _is_wrong(peer, rule.groups(subject.graph), subject):
            verdict = Unproven if rule.all_protocols is None or peer.kind == "unknown" else Finding
            if verdict is Finding:
                yield Finding(peer.leaf.path, ALONE, seen(peer.leaf.value), rule.resource.urn)
            else:
                yield Unproven(peer.leaf.path, ALONE, rule.resource.urn)


def _is_wrong(peer: Peer, groups: tuple[Resource, ...], subject: Subject) -> bool:
    if peer.kind == "self":
        return False
    if peer.kind != "group":
        return True
    own = subject.resource.urn
    fine = [group for group in groups if group.urn == own or serves_efa(subject.graph, group)]
    known = peer.leaf.unknown or peer.leaf.value in [group.id for group in fine]
    return not (fine and len(fine) == len(groups) and known)


RULE = Rule(
    id="sg-efa-self",
    title="A group of EFA nodes lets all protocols through to and from itself, and to nobody else",
    severity="high",
    why="EFA's traffic isn't IP: without both rules to itself jobs hang, and an address range beside them opens all.",
    fix="Give it an ingress and an egress rule of protocol -1 whose peer is the group; list ports for all others.",
    types=(SECURITY_GROUP,),
    judge=_judge,
    before='SecurityGroup("nodes", egress=[{"protocol": "-1", "from_port": 0, "to_port": 0, "cidr_blocks": all}])',
    after='SecurityGroup("nodes", egress=[{"protocol": "-1", "from_port": 0, "to_port": 0, "self": True}])',
)
