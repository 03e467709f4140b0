"""Words for rules about what a security group lets in or out: `no_traffic(direction, ranges, ports, wanted)`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from rackguard.graph.resource import UNKNOWN
from rackguard_policies.address_range import Network, is_public, is_world, network
from rackguard_policies.rule import Finding, Judge, Unproven
from rackguard_policies.security_group_rules import Direction, Peer, TrafficRule, stated_by
from rackguard_policies.types import SUBNET, VPC
from rackguard_policies.values import seen

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

Ranges = Callable[["Subject", Network], bool]
Ports = Callable[["Subject", TrafficRule], bool | None]

Span = tuple[int, int]
"""First and last port."""


def the_world(_: Subject, given: Network) -> bool:
    """As good as everybody."""
    return is_world(given)


def the_internet(_: Subject, given: Network) -> bool:
    """Anybody outside of private networks, be it one address."""
    return is_public(given)


def any_range(_: Subject, __: Network) -> bool:
    """Addresses of any kind, as opposed to groups."""
    return True


def any_port(_: Subject, __: TrafficRule) -> bool:
    """Whatever is let through."""
    return True


def tcp_ports(*spans: Span) -> Ports:
    """Rules that let through some of these TCP ports."""

    def covers(_: Subject, rule: TrafficRule) -> bool | None:
        return any_of(rule.covers(first, last) for first, last in spans)

    return covers


def every_port(_: Subject, rule: TrafficRule) -> bool | None:
    """Rules that list no ports."""
    return rule.lets_every_port()


def any_of(answers: Iterable[bool | None]) -> bool | None:
    """True where one is; else None where one isn't known."""
    given = tuple(answers)
    return True if True in given else None if None in given else False


def all_of(*answers: bool | None) -> bool | None:
    """False where one is; else None where one isn't known."""
    return False if False in answers else None if None in answers else True


def no_traffic(direction: Direction, ranges: Ranges, ports: Ports, wanted: str) -> Judge:
    """No rule that a resource states lets such ports through from (or to) such ranges; every rule and range is judged.

    Peers that are groups or prefix lists are other rules' affair.
    """

    def judge(subject: Subject) -> Iterator[Verdict]:
        for rule in stated_by(subject.resource, direction):
            for peer in rule.peers:
                near = among(subject, rule, peer, ranges)
                wrong = near is not False and all_of(near, ports(subject, rule))
                if wrong:
                    yield Finding(peer.leaf.path, wanted, seen(peer.leaf.value))
                elif wrong is None:
                    yield Unproven(peer.leaf.path, wanted)

    return judge


def among(subject: Subject, rule: TrafficRule, peer: Peer, ranges: Ranges) -> bool | None:
    """True where a peer is such a range; None where that isn't known."""
    if peer.kind not in ("range", "unknown"):
        return False
    if peer.leaf.unknown:
        own = peer.leaf.value is UNKNOWN and peer.kind == "range" and _of_own_network(subject, rule, peer)
        return False if own else None
    given = network(peer.leaf.value)
    return None if given is None else ranges(subject, given)


def _of_own_network(subject: Subject, rule: TrafficRule, peer: Peer) -> bool:
    """A range that will be a VPC's or a subnet's own: at most a /16, and what another rule has judged."""
    key = rule.key or peer.leaf.path.partition("[")[0]
    sources = subject.graph.sources(rule.resource, key)
    return bool(sources) and all(source.type in (SUBNET, VPC) for source in sources)
