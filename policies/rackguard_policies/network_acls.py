"""Entries of network ACLs, inline or resources of their own, in the order in which AWS goes through them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rackguard.record import record
from rackguard_policies.address_range import is_world, network
from rackguard_policies.types import DEFAULT_NETWORK_ACL, NETWORK_ACL, NETWORK_ACL_RULE
from rackguard_policies.values import Leaf, leaf, leaves, number, truth

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource

ACLS = (NETWORK_ACL, DEFAULT_NETWORK_ACL)
_EVERYTHING = ("-1", "all")
_TCP = ("6", "tcp")


@record
class Entry:
    """One incoming entry."""

    number: float | None
    allows: bool | None
    """None where that isn't known."""
    ranges: tuple[Leaf, ...]
    protocol: Leaf
    first: Leaf
    last: Leaf
    place: str
    """Where it stands: `ingress[0]`; empty for a resource of its own."""

    def covers(self, port: int) -> bool | None:
        """True where a TCP port is among its own; None where that isn't known."""
        if self.protocol.unknown:
            return None
        name = _name(self.protocol.value)
        if name in _EVERYTHING:
            return True
        if name not in _TCP:
            return False
        first, last = number(self.first.value), number(self.last.value)
        if self.first.unknown or self.last.unknown:
            return None
        return (first or 0) <= port <= (65535 if last is None else last)


def stated_by(resource: Resource) -> Iterator[Entry]:
    """Incoming entries that an ACL, or a rule of one, states."""
    if resource.type == NETWORK_ACL_RULE:
        egress = leaf(resource.inputs, "egress")
        if egress.unknown or truth(egress.value) is not True:
            yield _entry(resource.inputs, "", "ruleNumber", "ruleAction")
        return
    for item in leaves(resource.inputs, "ingress[*]"):
        if not item.absent:
            yield _entry(item.value, item.path, "ruleNo", "action")


def entries(graph: Graph, resource: Resource) -> tuple[Entry, ...]:
    """Every incoming entry of the ACL that a resource is, or is a rule of."""
    acls = (resource,) if resource.type in ACLS else graph.sources(resource, "networkAclId", *ACLS)
    rules = [rule for acl in acls for rule in graph.dependents(acl.urn, NETWORK_ACL_RULE)]
    stating = {each.urn: each for each in (resource, *acls, *rules)}
    return tuple(entry for each in stating.values() for entry in stated_by(each))


def refused_before(entry: Entry, port: int, among: tuple[Entry, ...]) -> bool:
    """True where an earlier entry refuses the port to the whole internet, as wide as the entry allows it."""
    return any(
        other.allows is False
        and other.covers(port) is True
        and other.number is not None
        and entry.number is not None
        and other.number < entry.number
        and any(_at_least(place, entry) for place in other.ranges)
        for other in among
    )


def of_world(place: Leaf) -> bool | None:
    """True for a range of as good as everybody; None where it isn't known."""
    if place.unknown:
        return None
    given = network(place.value)
    return None if given is None else is_world(given)


def _at_least(place: Leaf, entry: Entry) -> bool:
    given = None if place.unknown else network(place.value)
    allowed = [None if each.unknown else network(each.value) for each in entry.ranges]
    return (
        given is not None and given.prefixlen == 0 and all(each and each.version == given.version for each in allowed)
    )


def _entry(inputs: Any, at: str, number_key: str, action_key: str) -> Entry:
    def at_entry(key: str) -> Leaf:
        found = leaf(inputs, key)
        return Leaf(f"{at}.{found.path}" if at and found.path else at or found.path, found.value)

    action = at_entry(action_key)
    ranges = (at_entry("cidrBlock"), at_entry("ipv6CidrBlock"))
    return Entry(
        number(at_entry(number_key).value),
        None if action.unknown else str(action.value).lower() == "allow",
        tuple({place.path: place for place in ranges if not place.absent}.values()),
        at_entry("protocol"),
        at_entry("fromPort"),
        at_entry("toPort"),
        at,
    )


def _name(protocol: Any) -> str:
    return f"{protocol:g}" if isinstance(protocol, float) else str(protocol).lower()
