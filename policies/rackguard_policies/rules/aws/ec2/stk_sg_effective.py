"""The rules that hold for a machine, taken together, keep the world out."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import collapse_addresses
from typing import TYPE_CHECKING

from rackguard_policies.address_range import Network, is_public, is_world, network
from rackguard_policies.attached_groups import MACHINES, groups_of, holds_machines
from rackguard_policies.rule import Finding, NotApplicable, Rule, Unproven
from rackguard_policies.security_group_rules import Peer, TrafficRule, rules_of
from rackguard_policies.traffic import among, the_world
from rackguard_policies.types import SECURITY_GROUP
from rackguard_policies.undeclared_traffic import LOOK_AGAIN, undeclared, unproven
from rackguard_policies.values import seen

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

WANTED = "keeps the whole internet out of a group that machines are in"
TOGETHER = "its rules taken together keep the whole internet out"
KNOWN = "is a security group of this stack, whose rules are known"


def _judge(subject: Subject) -> Iterator[Verdict]:
    if subject.resource.type != SECURITY_GROUP:
        for place in groups_of(subject.graph, subject.resource).elsewhere:
            yield Unproven(place.path, KNOWN)
    elif not holds_machines(subject.graph, subject.resource):
        yield NotApplicable("no machine is in it")
    else:
        yield from _group(subject)


def _group(subject: Subject) -> Iterator[Verdict]:
    peers = [(rule, peer) for rule in rules_of(subject.graph, subject.resource, "ingress") for peer in rule.peers]
    alone = list(_each(subject, peers))
    yield from alone
    if not alone and _together(peers):
        yield Finding("", TOGETHER)
        return
    unknown = list(undeclared(subject, "ingress"))
    opened = [
        unproven(rule, peer, WANTED) for rule, peer in unknown if among(subject, rule, peer, the_world) is not False
    ]
    yield from opened
    if not alone and not opened and _together([*peers, *unknown]):
        yield Unproven(
            "", TOGETHER, because=f"as last read, the group has rules that nothing here declares: {LOOK_AGAIN}"
        )


def _each(subject: Subject, peers: list[tuple[TrafficRule, Peer]]) -> Iterator[Verdict]:
    for rule, peer in peers:
        world = among(subject, rule, peer, the_world)
        if world:
            yield Finding(peer.leaf.path, WANTED, seen(peer.leaf.value), rule.resource.urn)
        elif world is None:
            yield Unproven(peer.leaf.path, WANTED, rule.resource.urn)


def _together(peers: list[tuple[TrafficRule, Peer]]) -> bool:
    """True where public ranges, each narrow enough, add up to the world."""
    given = [found for _, peer in peers if peer.kind == "range" and (found := network(peer.leaf.value))]
    return any(is_world(each) for each in _merged([each for each in given if is_public(each)]))


def _merged(ranges: list[Network]) -> Iterator[Network]:
    yield from collapse_addresses(each for each in ranges if each.version == 4)
    yield from collapse_addresses(each for each in ranges if each.version == 6)


RULE = Rule(
    id="stk-sg-effective",
    title="No group that a machine is in lets the whole internet in, by any rule of whatever kind",
    severity="critical",
    why="A group's own list may look closed while a rule declared elsewhere opens it; the machine obeys all of them.",
    fix="Take out the rule, or name the networks that need it; ranges that add up to the internet are the internet.",
    types=(SECURITY_GROUP, *MACHINES),
    judge=_judge,
    before='SecurityGroupRule("debug", type="ingress", security_group_id=nodes.id, cidr_blocks=["0.0.0.0/0"])',
    after='SecurityGroupRule("debug", type="ingress", security_group_id=nodes.id, cidr_blocks=["10.9.0.0/24"])',
)
