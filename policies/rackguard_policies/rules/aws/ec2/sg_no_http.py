"""Nothing is served over plain HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.attached_groups import in_group
from rackguard_policies.once import once_in_graph
from rackguard_policies.rule import NotApplicable, Rule
from rackguard_policies.security_group_rules import stated_by
from rackguard_policies.traffic import any_range, no_traffic, tcp_ports
from rackguard_policies.types import LOAD_BALANCERS, STATES_INGRESS

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict

_NO_HTTP = no_traffic("ingress", any_range, tcp_ports((80, 80)), "lets no plain HTTP in")


def _judge(subject: Subject) -> Iterator[Verdict]:
    """A balancer's listener of plain HTTP may lead to HTTPS, for which it must be reached."""
    if _of_balancers(subject):
        yield NotApplicable("load balancers alone are in the group, and lb-tls judges what they answer")
    else:
        yield from _NO_HTTP(subject)


def _of_balancers(subject: Subject) -> bool:
    groups = [rule.own_group(subject.graph) for rule in stated_by(subject.resource, "ingress")]
    types = frozenset[str]().union(*(_types_in(subject.graph, group) for group in groups if group))
    return bool(types) and types <= set(LOAD_BALANCERS)


@once_in_graph
def _types_in(graph: Graph, group: Resource) -> frozenset[str]:
    return frozenset(member.type for member in in_group(graph, group))


RULE = Rule(
    id="sg-no-http",
    title="No address range may reach port 80, but of load balancers, whose listeners lead to HTTPS",
    severity="medium",
    why="Plain HTTP shows tokens and data to whoever is on the way, and lets them change both.",
    fix="Serve HTTPS on 443 and take out the rule for port 80.",
    types=STATES_INGRESS,
    judge=_judge,
    before='SecurityGroupIngressRule("web", ip_protocol="tcp", from_port=80, to_port=80, cidr_ipv4="10.0.0.0/8")',
    after='SecurityGroupIngressRule("web", ip_protocol="tcp", from_port=443, to_port=443, cidr_ipv4="10.0.0.0/8")',
)
