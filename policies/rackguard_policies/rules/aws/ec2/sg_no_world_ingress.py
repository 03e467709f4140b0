"""Nothing is open to the world."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rackguard_policies.attached_groups import holds_machines
from rackguard_policies.rule import Parameter, Rule
from rackguard_policies.traffic import all_of, among, no_traffic, the_world
from rackguard_policies.types import SECURITY_GROUP, STATES_INGRESS
from rackguard_policies.undeclared_traffic import undeclared, unproven
from rackguard_policies.values import number

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict
    from rackguard_policies.security_group_rules import TrafficRule

WANTED = "isn't the whole internet"
PARAMETERS: Mapping[str, Parameter] = {
    "open_ports": Parameter(
        default=[],
        schema={"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 65535}},
        words="TCP ports that may be open to everybody, each by a rule for it alone: 443 of a public load balancer",
    )
}


def _not_meant_to_be_open(subject: Subject, rule: TrafficRule) -> bool | None:
    if rule.protocol.unknown or rule.first.unknown or rule.last.unknown:
        return None if subject.parameters["open_ports"] else True
    port = number(rule.first.value)
    alone = rule.name_of_protocol == "tcp" and port is not None and port == number(rule.last.value)
    return not (alone and port in subject.parameters["open_ports"])


_declared = no_traffic("ingress", the_world, _not_meant_to_be_open, WANTED)


def _judge(subject: Subject) -> Iterator[Verdict]:
    yield from _declared(subject)
    group = subject.resource
    if group.type == SECURITY_GROUP and not holds_machines(subject.graph, group):  # else stk-sg-effective says it
        for rule, peer in undeclared(subject, "ingress"):
            if all_of(among(subject, rule, peer, the_world), _not_meant_to_be_open(subject, rule)) is not False:
                yield unproven(rule, peer, WANTED)


RULE = Rule(
    id="sg-no-world-ingress",
    title="Nothing lets the whole internet in, by IPv4 or IPv6, on any port",
    severity="critical",
    why="A port that is open to everybody is found by scanners at once, whatever listens there.",
    fix="Name the networks or groups that need the port. Two halves (0.0.0.0/1, 128.0.0.0/1) are the internet too.",
    types=STATES_INGRESS,
    judge=_judge,
    parameters=PARAMETERS,
    before='SecurityGroupIngressRule("all", ip_protocol="-1", cidr_ipv6="::/0")',
    after='SecurityGroupIngressRule("all", ip_protocol="tcp", from_port=443, to_port=443, cidr_ipv4="10.0.0.0/8")',
)
