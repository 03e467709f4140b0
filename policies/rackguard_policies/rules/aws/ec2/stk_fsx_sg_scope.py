"""Lustre's servers are reached by Lustre's clients only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.attached_groups import MACHINES, in_group, named_groups
from rackguard_policies.efa import serves_efa
from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.security_group_rules import Peer, TrafficRule, rules_of
from rackguard_policies.types import LUSTRE
from rackguard_policies.values import number, seen

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict

PORTS = ((988, 988), (1018, 1023))
CLIENTS = "is a group of machines or of Lustre itself"
LUSTRE_ONLY = "is Lustre's: TCP 988 or 1018–1023 (all protocols only where it speaks EFA)"


def _judge(subject: Subject) -> Iterator[Verdict]:
    attached = named_groups(subject.graph, subject.resource, "securityGroupIds[*]")
    if not attached.groups and not attached.elsewhere:
        yield Finding("securityGroupIds", "is set: the VPC's default group isn't for it", "nothing")
    for place in attached.elsewhere:
        yield Unproven(place.path, "is a security group of this stack, whose rules are known")
    for group in attached.groups:
        for rule in rules_of(subject.graph, group, "ingress"):
            yield from _ports(rule, efa=serves_efa(subject.graph, group))
            for peer in rule.peers:
                yield from _peer(subject, rule, peer)


def _ports(rule: TrafficRule, *, efa: bool) -> Iterator[Verdict]:
    first, last = number(rule.first.value), number(rule.last.value)
    if rule.protocol.unknown or rule.first.unknown or rule.last.unknown:
        yield Unproven(rule.protocol.path, LUSTRE_ONLY, rule.resource.urn)
    elif rule.all_protocols:
        if not efa:
            yield Finding(rule.protocol.path, LUSTRE_ONLY, "all protocols", rule.resource.urn)
    elif rule.name_of_protocol != "tcp" or first is None or last is None:
        yield Finding(rule.protocol.path, LUSTRE_ONLY, rule.name_of_protocol, rule.resource.urn)
    elif not any(low <= first and last <= high for low, high in PORTS):
        yield Finding(rule.first.path, LUSTRE_ONLY, f"{first:g} to {last:g}", rule.resource.urn)


def _peer(subject: Subject, rule: TrafficRule, peer: Peer) -> Iterator[Verdict]:
    if peer.kind in ("range", "prefix list"):
        yield Finding(peer.leaf.path, CLIENTS, seen(peer.leaf.value), rule.resource.urn)
    elif peer.kind == "group":
        groups = rule.groups(subject.graph)
        strangers = [group for group in groups if not _may_mount(subject, group)]
        if strangers:
            names = ", ".join(group.name for group in strangers)
            yield Finding(peer.leaf.path, CLIENTS, f"the group {names}", rule.resource.urn)
        elif not (groups if peer.leaf.unknown else peer.leaf.value in [group.id for group in groups]):
            yield Unproven(peer.leaf.path, CLIENTS, rule.resource.urn)


def _may_mount(subject: Subject, group: Resource) -> bool:
    return any(member.type in (*MACHINES, LUSTRE) for member in in_group(subject.graph, group))


RULE = Rule(
    id="stk-fsx-sg-scope",
    title="Lustre's groups let in Lustre's ports only, from groups of machines only",
    severity="high",
    why="Lustre asks no client who it is: whoever reaches the servers' ports can mount and read everything.",
    fix="Let TCP 988 and 1018–1023 in from the nodes' group and Lustre's own.",
    types=(LUSTRE,),
    judge=_judge,
    before='SecurityGroupIngressRule("lustre", ip_protocol="-1", cidr_ipv4="10.0.0.0/8")',
    after='SecurityGroupIngressRule("lustre", ip_protocol="tcp", from_port=988, to_port=988, ...)',
)
