"""A rule of a security group inline, on its own and legacy: the same findings of all rules, bad ones and good ones."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import pytest
from pulumi_aws import ec2, vpc
from tests.policies.recorded import graph_of

from rackguard.catalog.catalog import load
from rackguard.graph.graph import Graph
from rackguard_policies.judge import judge
from rackguard_policies.outcome import Outcome
from rackguard_policies.registry import all_rules
from rackguard_policies.rule import Rule
from rackguard_policies.types import EGRESS_RULE, INGRESS_RULE, LEGACY_RULE, SECURITY_GROUP

FORMS = ("inline", "apart", "legacy")
OF_RULES = {INGRESS_RULE, EGRESS_RULE, LEGACY_RULE, SECURITY_GROUP}
RULES = [rule for rule in all_rules() if OF_RULES & set(rule.types)]
BY_FORM = {"stk-sg-mixed-management"}
"""What judges the form itself."""
BAD = (Outcome.FINDING, Outcome.UNPROVEN, Outcome.ERRORED)


class Case(NamedTuple):
    """A rule of a group, and the rules that find it, `?` before those that can't prove it."""

    protocol: str
    first: int | None
    last: int | None
    peer: str
    """A range, `self`, `group` (another of the stack), `later` (not known yet) or `pl-…`."""
    found: set[str]
    direction: str = "ingress"
    described: bool = True


WORLD_IN = {"sg-no-world-ingress", "stk-sg-effective"}
LOW_PORTS = {"sg-no-world-cluster-ports", "sg-no-world-common", "sg-no-http"}
CASES = {
    "SSH from everywhere": Case("tcp", 22, 22, "0.0.0.0/0", {*WORLD_IN, "sg-no-world-ssh"}),
    "SSH from half of everywhere": Case("tcp", 22, 22, "128.0.0.0/1", {*WORLD_IN, "sg-no-world-ssh"}),
    "SSH from everywhere by IPv6": Case("tcp", 22, 22, "::/0", {*WORLD_IN, "sg-no-world-ssh"}),
    "SSH within a range of ports": Case("6", 0, 1024, "0.0.0.0/0", {*WORLD_IN, "sg-no-world-ssh", *LOW_PORTS}),
    "SSH from inside": Case("tcp", 22, 22, "10.0.0.0/8", set()),
    "SSH from an office": Case("tcp", 22, 22, "52.1.2.0/28", set()),
    "SSH from a wide range": Case("tcp", 22, 22, "52.0.0.0/10", {"sg-no-wide-public"}),
    "SSH from where isn't known": Case(
        "tcp", 22, 22, "later", {"?sg-no-world-ingress", "?sg-no-world-ssh", "?sg-no-wide-public", "?stk-sg-effective"}
    ),
    "SSH from the group itself": Case("tcp", 22, 22, "self", set()),
    "SSH from another group": Case("tcp", 22, 22, "group", set()),
    "a remote desktop from everywhere": Case("tcp", 3389, 3389, "0.0.0.0/0", {*WORLD_IN, "sg-no-world-rdp"}),
    "a database from everywhere": Case("tcp", 5432, 5432, "0.0.0.0/0", {*WORLD_IN, "sg-no-world-common"}),
    "a dashboard from an office": Case("tcp", 8265, 8265, "52.1.2.3/32", {"sg-no-world-cluster-ports"}),
    "plain HTTP from inside": Case("tcp", 80, 80, "10.0.0.0/8", {"sg-no-http"}),
    "a prefix list of elsewhere": Case("tcp", 22, 22, "pl-0123456789abcdef0", {"?stk-sg-prefix-list"}),
    "everything from inside": Case("-1", -1, -1, "10.0.0.0/8", {"sg-no-http"}),
    "everything to everywhere": Case("-1", -1, -1, "0.0.0.0/0", {"sg-egress-limited"}, "egress"),
    "everything to everywhere by IPv6": Case("-1", -1, -1, "::/0", {"sg-egress-limited"}, "egress"),
    "all ports of TCP to everywhere": Case("tcp", 0, 65535, "0.0.0.0/0", {"sg-egress-limited"}, "egress"),
    "HTTPS to everywhere": Case("tcp", 443, 443, "0.0.0.0/0", set(), "egress"),
    "everything to the group itself": Case("-1", -1, -1, "self", set(), "egress"),
    "SSH without words": Case("tcp", 22, 22, "10.0.0.0/8", {"sg-described"}, described=False),
}


def graph_in(form: str, case: Case) -> Graph:
    """The rule beside a harmless one, in one form."""

    def program() -> None:
        network = ec2.Vpc("vpc", cidr_block="10.0.0.0/16")
        other = ec2.SecurityGroup("other", vpc_id=network.id, description="Other")
        harmless = Case("tcp", 443, 443, "10.0.0.0/8", set(), case.direction)
        rules = {"harmless": harmless, "judged": case}
        later = ec2.Eip("address").public_ip.apply(lambda ip: f"{ip}/32")
        inline: Any = (
            {case.direction: [many_peers(one, other, later) for one in rules.values()]} if form == "inline" else {}
        )
        group = ec2.SecurityGroup("group", vpc_id=network.id, description="Nodes", **inline)
        machine(network, group)
        for name, one in rules.items() if form != "inline" else ():
            if form == "legacy":
                declare_legacy(name, one, group, other, later)
            else:
                declare_apart(name, one, group, other, later)

    return graph_of(program)


def machine(network: Any, group: Any) -> None:
    """One that has the group, so that rules of what it effectively lets in have something to judge."""
    subnet = ec2.Subnet("subnet", vpc_id=network.id, cidr_block="10.0.0.0/24")
    ec2.Instance("node", instance_type="g6.xlarge", subnet_id=subnet.id, vpc_security_group_ids=[group.id])


def many_peers(case: Case, other: Any, later: Any) -> Any:
    ports = {"from_port": max(case.first or 0, 0), "to_port": max(case.last or 0, 0)}
    peers: dict[str, Any] = {
        "self": {"self": True},
        "group": {"security_groups": [other.id]},
        "later": {"cidr_blocks": [later]},
    }
    if case.peer not in peers:
        key = "ipv6_cidr_blocks" if ":" in case.peer else "cidr_blocks"
        peers[case.peer] = {"prefix_list_ids" if case.peer.startswith("pl-") else key: [case.peer]}
    return {"protocol": case.protocol, **ports, **peers[case.peer], **words(case)}


def declare_legacy(name: str, case: Case, group: Any, other: Any, later: Any) -> None:
    given = many_peers(case, other, later)
    if groups := given.pop("security_groups", None):
        given["source_security_group_id"] = groups[0]
    ec2.SecurityGroupRule(name, type=case.direction, security_group_id=group.id, **given)


def declare_apart(name: str, case: Case, group: Any, other: Any, later: Any) -> None:
    peers: dict[str, Any] = {
        "self": {"referenced_security_group_id": group.id},
        "group": {"referenced_security_group_id": other.id},
        "later": {"cidr_ipv4": later},
    }
    if case.peer not in peers:
        key = "cidr_ipv6" if ":" in case.peer else "cidr_ipv4"
        peers[case.peer] = {"prefix_list_id" if case.peer.startswith("pl-") else key: case.peer}
    ports: Any = {} if case.protocol == "-1" else {"from_port": case.first, "to_port": case.last}
    type_ = vpc.SecurityGroupIngressRule if case.direction == "ingress" else vpc.SecurityGroupEgressRule
    type_(name, security_group_id=group.id, ip_protocol=case.protocol, **ports, **peers[case.peer], **words(case))


def words(case: Case) -> dict[str, Any]:
    return {"description": "Said"} if case.described else {}


def found_in(graph: Graph, rules: list[Rule]) -> Counter[str]:
    """Ids of the rules that find something, `?` before those that can't prove it."""
    judged = [each for each in judge(graph, rules, load()) if each.outcome in BAD]
    return Counter(f"?{each.rule}" if each.outcome is Outcome.UNPROVEN else each.rule for each in judged)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", CASES)
def test_every_form_is_found_alike(name: str, form: str) -> None:
    case = CASES[name]
    rules = [rule for rule in RULES if rule.id not in BY_FORM]
    assert found_in(graph_in(form, case), rules) == Counter(case.found)
