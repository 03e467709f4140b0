"""Public ranges are narrow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rackguard_policies.address_range import Network, is_wide
from rackguard_policies.rule import Parameter, Rule
from rackguard_policies.traffic import any_port, no_traffic
from rackguard_policies.types import STATES_INGRESS

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject

PARAMETERS: Mapping[str, Parameter] = {
    "ipv4_prefix": Parameter(
        24, {"type": "integer", "minimum": 8, "maximum": 32}, "the widest public IPv4 range that may come in"
    ),
    "ipv6_prefix": Parameter(
        48, {"type": "integer", "minimum": 8, "maximum": 128}, "the widest public IPv6 range that may come in"
    ),
}


def _wide(subject: Subject, given: Network) -> bool:
    return is_wide(given, subject.parameters["ipv4_prefix"], subject.parameters["ipv6_prefix"])


RULE = Rule(
    id="sg-no-wide-public",
    title="Public ranges that come in are no wider than an organisation's own",
    severity="high",
    why="A wide public range holds thousands of strangers: rented machines among them, from which attacks come.",
    fix="Name your own addresses, a /24 (IPv6: /48) or narrower, each by a range of its own.",
    types=STATES_INGRESS,
    judge=no_traffic("ingress", _wide, any_port, "is a narrow range of your own addresses"),
    parameters=PARAMETERS,
    before='SecurityGroupIngressRule("ssh", ip_protocol="tcp", from_port=22, to_port=22, cidr_ipv4="52.0.0.0/10")',
    after='SecurityGroupIngressRule("ssh", ip_protocol="tcp", from_port=22, to_port=22, cidr_ipv4="52.1.2.0/28")',
)
