"""Rules of security groups in one form, whichever of the provider's three encodings states them.

Inline (`ingress`, `egress` of a group), stand-alone (`vpc.SecurityGroupIngressRule`, one peer each) and legacy
(`ec2.SecurityGroupRule`, many peers each).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, cast

from rackguard.graph.resource import UNKNOWN, Resource, Secret
from rackguard.record import record
from rackguard_policies.once import once
from rackguard_policies.types import (
    DEFAULT_SECURITY_GROUP,
    EGRESS_RULE,
    INGRESS_RULE,
    LEGACY_RULE,
    RULES_APART,
    SECURITY_GROUP,
)
from rackguard_policies.values import Leaf, leaf, leaves, number, truth

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph

Direction = Literal["ingress", "egress"]
DIRECTIONS: tuple[Direction, ...] = ("ingress", "egress")
PeerKind = Literal["range", "group", "self", "prefix list", "unknown"]

_PEERS: dict[str, PeerKind] = {
    "cidrBlocks": "range",
    "ipv6CidrBlocks": "range",
    "cidrIpv4": "range",
    "cidrIpv6": "range",
    "securityGroups": "group",
    "referencedSecurityGroupId": "group",
    "sourceSecurityGroupId": "group",
    "prefixListIds": "prefix list",
    "prefixListId": "prefix list",
    "self": "self",
}
EVERY_PORT = (0, 65535)
_PROTOCOLS = {"6": "tcp", "17": "udp", "1": "icmp", "58": "icmpv6", "all": "-1"}


@record
class Peer:
    """Whom a rule lets in, or where it lets out to."""

    kind: PeerKind
    """`unknown` where nothing of the rule is known yet."""
    leaf: Leaf
    """The range, group or prefix list, and its property."""


@record
class TrafficRule:
    """One rule, with every peer of it."""

    resource: Resource
    """That states it."""
    at: str
    """Its property in an inline rule, `ingress[1]`; empty for a resource of its own."""
    directions: tuple[Direction, ...]
    """Both where it isn't known which."""
    protocol: Leaf
    first: Leaf
    last: Leaf
    description: Leaf
    peers: tuple[Peer, ...]

    @property
    def key(self) -> str:
        """The input whose dependencies are the rule's; empty for a resource of its own, where each input has its."""
        return self.at.partition("[")[0]

    @property
    def all_protocols(self) -> bool | None:
        """True for a rule of every protocol; None where that isn't known."""
        return None if self.protocol.unknown else self.name_of_protocol == "-1"

    @cached_property
    def name_of_protocol(self) -> str:
        """`tcp`, `udp`, `-1` (all), or a number."""
        if self.protocol.absent:
            return "-1"
        value = self.protocol.value
        text = f"{value:g}" if isinstance(value, float) else str(value).lower()
        return _PROTOCOLS.get(text, text)

    @cached_property
    def _ports(self) -> tuple[float | None, float | None]:
        return _port(self.first, EVERY_PORT[0]), _port(self.last, EVERY_PORT[1])

    @property
    def ports(self) -> tuple[float, float]:
        """First and last; where one isn't known, as far as it may reach."""
        low, high = self._ports
        return EVERY_PORT[0] if low is None else low, EVERY_PORT[1] if high is None else high

    def covers(self, first: int, last: int, protocol: str = "tcp") -> bool | None:
        """True where some port of `first` to `last` is let through; None where that isn't known.

        A rule without ports, or with -1 for them, lets every port through.
        """
        if self.protocol.unknown:
            return None
        if self.name_of_protocol == "-1":
            return True
        if self.name_of_protocol != protocol:
            return False
        low, high = self._ports
        if low is None or high is None:
            above = low is not None and low > last
            below = high is not None and high < first
            return False if above or below else None
        return low <= last and first <= high

    def lets_every_port(self) -> bool | None:
        """True for all protocols, and for TCP or UDP with every port that anything listens on."""
        if self.protocol.unknown:
            return None
        if self.name_of_protocol == "-1":
            return True
        if self.name_of_protocol not in ("tcp", "udp"):
            return False
        low, high = self._ports
        if low is None or high is None:
            return False if (low or 0) > 1 or (high is not None and high < 65535) else None
        return low <= 1 and high >= 65535

    def is_within(self, other: TrafficRule) -> bool:
        """True where all that this rule lets through, whoever its peers are, `other` may let through too."""
        if other.protocol.unknown or other.name_of_protocol == "-1":
            return True
        if self.name_of_protocol != other.name_of_protocol:
            return False
        (low, high), (least, most) = self.ports, other.ports
        if self.name_of_protocol in ("tcp", "udp"):
            return least <= low and high <= most
        # To ICMP they are a type and a code, and other protocols have none.
        of_one_type = self.name_of_protocol in ("icmp", "icmpv6") and (least, most) != EVERY_PORT
        return not of_one_type or (least, most) == (low, high)

    def own_group(self, graph: Graph) -> Resource | None:
        """The group that the rule belongs to, where it is one of the stack."""
        if self.resource.type in RULES_APART:
            return next(iter(graph.sources(self.resource, "securityGroupId", SECURITY_GROUP)), None)
        return self.resource

    def groups(self, graph: Graph) -> tuple[Resource, ...]:
        """The stack's groups that are its peers, but for the group itself by `self`."""
        keys = (self.key,) if self.key else ("referencedSecurityGroupId", "sourceSecurityGroupId")
        return tuple(group for key in keys for group in graph.sources(self.resource, key, SECURITY_GROUP))

    def is_of_itself(self, graph: Graph) -> bool | None:
        """True where members of the group itself are the only peers; None where that isn't known."""
        kinds = {peer.kind for peer in self.peers}
        if kinds <= {"self"}:
            return bool(kinds)
        if "unknown" in kinds:
            return None
        if not kinds <= {"self", "group"}:
            return False
        groups, own = self.groups(graph), self.own_group(graph)
        return own is not None and bool(groups) and all(group.urn == own.urn for group in groups)


def stated_by(resource: Resource, direction: Direction | None = None) -> Iterator[TrafficRule]:
    """Every rule that a resource states, of one direction where asked."""
    stated = _all_stated_by(resource)
    return iter(stated if direction is None else [rule for rule in stated if direction in rule.directions])


def rules_of(graph: Graph, group: Resource, direction: Direction | None = None) -> Iterator[TrafficRule]:
    """Every rule of a group, its own and those of resources that are a rule of it."""
    yield from stated_by(group, direction)
    for resource in graph.dependents(group.urn, *RULES_APART):
        if group.urn in resource.property_dependencies.get("securityGroupId", ()):
            yield from stated_by(resource, direction)


def last_read_of(group: Resource, direction: Direction) -> Iterator[TrafficRule]:
    """The rules that a group had in the cloud when it was last read, whoever made them; none where nobody looked.

    The provider tells them as inline ones: those of the same ports in one, with every peer.
    """
    return _inline(group, direction, group.outputs)


@once
def _all_stated_by(resource: Resource) -> tuple[TrafficRule, ...]:
    return tuple(_stated_by(resource))


def _stated_by(resource: Resource) -> Iterator[TrafficRule]:
    inputs = resource.inputs
    if resource.type in (SECURITY_GROUP, DEFAULT_SECURITY_GROUP):
        yield from _inline(resource, "ingress", inputs)
        yield from _inline(resource, "egress", inputs)
    elif resource.type == INGRESS_RULE:
        yield _rule(resource, "", ("ingress",), inputs, "ipProtocol")
    elif resource.type == EGRESS_RULE:
        yield _rule(resource, "", ("egress",), inputs, "ipProtocol")
    elif resource.type == LEGACY_RULE:
        yield _rule(resource, "", _legacy_directions(inputs.get("type")), inputs, "protocol")


def _inline(resource: Resource, direction: Direction, given: dict[str, Any]) -> Iterator[TrafficRule]:
    for item in leaves(given, f"{direction}[*]"):
        if item.unknown:
            anything = (Peer("unknown", item),)
            yield TrafficRule(resource, item.path, (direction,), item, item, item, item, anything)
        elif not item.absent:
            yield _rule(resource, item.path, (direction,), cast("dict[str, Any]", item.value), "protocol")


def _legacy_directions(type_: Any) -> tuple[Direction, ...]:
    if type_ is UNKNOWN or isinstance(type_, Secret):
        return ("ingress", "egress")
    return ("egress",) if type_ == "egress" else ("ingress",)


def _rule(
    resource: Resource, at: str, directions: tuple[Direction, ...], inputs: dict[str, Any], protocol: str
) -> TrafficRule:
    def at_rule(key: str) -> Leaf:
        found = leaf(inputs, key)
        return Leaf(_below(at, found.path), found.value)

    return TrafficRule(
        resource,
        at,
        directions,
        at_rule(protocol),
        at_rule("fromPort"),
        at_rule("toPort"),
        at_rule("description"),
        tuple(_peers(at, inputs)),
    )


def _peers(at: str, inputs: Any) -> Iterator[Peer]:
    absent = _PEERS.keys() - inputs if isinstance(inputs, dict) else ()
    for key, kind in _PEERS.items():
        for found in () if key in absent else leaves(inputs, f"{key}[*]"):
            if found.absent or (kind == "self" and not found.unknown and truth(found.value) is not True):
                continue
            yield Peer(kind, Leaf(_below(at, found.path), found.value))


def _below(at: str, path: str) -> str:
    return f"{at}.{path}" if at else path


def _port(port: Leaf, absent: int) -> float | None:
    """A port, or `absent` where there is none; None where it isn't known."""
    if port.unknown:
        return None
    value = number(port.value)
    return absent if value is None or value < 0 else value
