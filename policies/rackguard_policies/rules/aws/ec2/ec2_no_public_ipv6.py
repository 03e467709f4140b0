"""Machines have no address of IPv6."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.types import INSTANCES, LAUNCH_TEMPLATE
from rackguard_policies.values import leaves, number, seen, truth

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


_KEYS = (
    "ipv6AddressCount",
    "ipv6Addresses",
    "ipv6PrefixCount",
    "ipv6Prefixes",
    "enablePrimaryIpv6",
    "primaryIpv6",
)
_WANTED = "is left out"


def _judge(subject: Subject) -> Iterator[Verdict]:
    for key in _KEYS:
        for path in (key, f"networkInterfaces[*].{key}"):
            for place in leaves(subject.resource.inputs, path):
                if place.unknown:
                    yield Unproven(place.path, _WANTED)
                elif not place.absent and _asks(place.value):
                    yield Finding(place.path, _WANTED, seen(place.value))


def _asks(value: Any) -> bool:
    """False for a count of 0, a flag that is off and an empty list."""
    return value not in ("", []) and number(value) != 0 and truth(value) is not False


RULE = Rule(
    id="ec2-no-public-ipv6",
    title="No interface of an instance or launch template asks for a global IPv6 address",
    severity="medium",
    why="IPv6 addresses of a VPC are global unless they come from a private pool: with a route and one open rule the "
    "machine can be reached from everywhere.",
    fix="Leave ipv6_address_count, ipv6_addresses and enable_primary_ipv6 out, in a template those of"
    " network_interfaces.",
    types=(*INSTANCES, LAUNCH_TEMPLATE),
    judge=_judge,
    before='Instance("i", ipv6_address_count=1)',
    after='Instance("i")',
)
