"""Security groups: what they let in and out, however the rule is written."""

from __future__ import annotations

from typing import Any

import pulumi
import pytest
from pulumi_aws import ec2, lb, vpc
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard.graph.graph import Graph
from rackguard_policies.outcome import Outcome

WORLD = {"world-4": "0.0.0.0/0", "low-half": "0.0.0.0/1", "high-half": "128.0.0.0/1", "host-bits": "8.8.8.8/0"}
"""The internet as a range, each way that it is written."""


def ssh(**peer: Any) -> Any:
    return {"protocol": "tcp", "from_port": 22, "to_port": 22, "description": "SSH", **peer}


def everything(**peer: Any) -> Any:
    return {"protocol": "-1", "from_port": 0, "to_port": 0, "description": "EFA", **peer}


def inline() -> None:
    ec2.SecurityGroup("self-first", description="d", ingress=[everything(self=True), ssh(cidr_blocks=["0.0.0.0/0"])])
    ec2.SecurityGroup("second-range", description="d", ingress=[ssh(cidr_blocks=["10.0.0.0/8", "0.0.0.0/0"])])
    ec2.SecurityGroup("ipv6", description="d", ingress=[ssh(ipv6_cidr_blocks=["::/0"])])
    ec2.SecurityGroup("private", description="d", ingress=[ssh(cidr_blocks=["10.0.0.0/8"])])
    ec2.SecurityGroup("only-self", description="d", ingress=[everything(self=True)], egress=[everything(self=True)])
    ec2.SecurityGroup("egress", description="d", egress=[everything(cidr_blocks=["0.0.0.0/0"])])


def apart() -> None:
    group = ec2.SecurityGroup("group", description="d")
    for name, cidr in {**WORLD, "wide": "52.0.0.0/10", "narrow": "52.1.2.0/28", "inside": "172.16.0.0/12"}.items():
        rule: Any = {"security_group_id": group.id, "cidr_ipv4": cidr, "description": "d"}
        vpc.SecurityGroupIngressRule(name, ip_protocol="tcp", from_port=22, to_port=22, **rule)
    rule = {"security_group_id": group.id, "description": "d"}
    vpc.SecurityGroupIngressRule("all", ip_protocol="-1", cidr_ipv4="0.0.0.0/0", **rule)
    vpc.SecurityGroupIngressRule("no-ports", ip_protocol="tcp", cidr_ipv6="::/0", **rule)
    vpc.SecurityGroupIngressRule("ping", ip_protocol="icmp", from_port=8, to_port=0, cidr_ipv4="10.0.0.0/8", **rule)
    vpc.SecurityGroupIngressRule("ipv6-half", ip_protocol="6", from_port=22, to_port=22, cidr_ipv6="2000::/3", **rule)
    vpc.SecurityGroupIngressRule("ipv6-private", ip_protocol="-1", cidr_ipv6="fc00::/7", **rule)
    vpc.SecurityGroupIngressRule("web", ip_protocol="tcp", from_port=443, to_port=443, cidr_ipv4="0.0.0.0/0", **rule)
    later = pulumi.Output.concat(ec2.Eip("address").public_ip, "/32")
    vpc.SecurityGroupIngressRule("later", ip_protocol="tcp", from_port=22, to_port=22, cidr_ipv4=later, **rule)
    network = ec2.Vpc("vpc", cidr_block="10.0.0.0/16")
    vpc.SecurityGroupIngressRule("own-vpc", ip_protocol="-1", cidr_ipv4=network.cidr_block, **rule)
    vpc.SecurityGroupEgressRule("out-all", ip_protocol="-1", cidr_ipv4="0.0.0.0/0", **rule)
    vpc.SecurityGroupEgressRule("out-all-6", ip_protocol="-1", cidr_ipv6="::/0", **rule)
    vpc.SecurityGroupEgressRule("out-tcp", ip_protocol="tcp", from_port=0, to_port=65535, cidr_ipv4="0.0.0.0/0", **rule)
    vpc.SecurityGroupEgressRule(
        "out-https", ip_protocol="tcp", from_port=443, to_port=443, cidr_ipv4="0.0.0.0/0", **rule
    )
    vpc.SecurityGroupEgressRule("out-self", ip_protocol="-1", referenced_security_group_id=group.id, **rule)


def legacy() -> None:
    group = ec2.SecurityGroup("group", description="d").id

    def rule(name: str, direction: str, first: int, last: int, protocol: str = "tcp", **peers: Any) -> None:
        given = {"type": direction, "from_port": first, "to_port": last, "protocol": protocol, "description": "d"}
        ec2.SecurityGroupRule(name, security_group_id=group, **given, **peers)

    rule("range", "ingress", 0, 1024, cidr_blocks=["10.0.0.0/8", "0.0.0.0/0"])
    rule("ipv6", "ingress", 22, 22, ipv6_cidr_blocks=["::/0"])
    rule("udp", "ingress", 22, 22, "udp", cidr_blocks=["0.0.0.0/0"])
    rule("all", "ingress", 0, 0, "all", cidr_blocks=["0.0.0.0/0"])
    rule("out", "egress", 22, 22, cidr_blocks=["0.0.0.0/0"])
    rule("good", "ingress", 22, 22, self=True)


@pytest.fixture(scope="module")
def inlined() -> Graph:
    return graph_of(inline)


@pytest.fixture(scope="module")
def alone() -> Graph:
    return graph_of(apart)


@pytest.fixture(scope="module")
def old() -> Graph:
    return graph_of(legacy)


def test_every_inline_rule_and_range_is_judged(inlined: Graph) -> None:
    expected = {
        "self-first": ["ingress[1].cidrBlocks[0]"],
        "second-range": ["ingress[0].cidrBlocks[1]"],
        "ipv6": ["ingress[0].ipv6CidrBlocks[0]"],
    }
    assert findings(inlined, "sg-no-world-ssh") == expected
    assert findings(inlined, "sg-no-world-ingress") == expected
    assert findings(inlined, "sg-egress-limited") == {"egress": ["egress[0].cidrBlocks[0]"]}


def test_rules_of_their_own_are_judged_in_every_form_of_the_world(alone: Graph) -> None:
    ssh_open = {name: ["cidrIpv4"] for name in (*WORLD, "all")} | {"no-ports": ["cidrIpv6"], "ipv6-half": ["cidrIpv6"]}
    assert findings(alone, "sg-no-world-ssh") == ssh_open
    assert findings(alone, "sg-no-world-ingress") == ssh_open | {"web": ["cidrIpv4"]}
    assert findings(alone, "sg-no-world-ingress", open_ports=[443]) == ssh_open
    assert findings(alone, "sg-no-wide-public") == {"wide": ["cidrIpv4"]}
    assert findings(alone, "sg-no-wide-public", ipv4_prefix=30) == {"wide": ["cidrIpv4"], "narrow": ["cidrIpv4"]}


def test_a_range_that_isnt_known_is_unproven_but_for_the_vpcs_own(alone: Graph) -> None:
    for rule in ("sg-no-world-ssh", "sg-no-world-ingress", "sg-no-wide-public"):
        assert outcomes(alone, rule, Outcome.UNPROVEN) == {"later": ["cidrIpv4"]}


def test_ways_out_are_listed(alone: Graph) -> None:
    assert findings(alone, "sg-egress-limited") == {
        "out-all": ["cidrIpv4"],
        "out-all-6": ["cidrIpv6"],
        "out-tcp": ["cidrIpv4"],
    }


def test_legacy_rules_are_held_to_the_same(old: Graph) -> None:
    expected = {"range": ["cidrBlocks[1]"], "ipv6": ["ipv6CidrBlocks[0]"], "all": ["cidrBlocks[0]"]}
    assert findings(old, "sg-no-world-ssh") == expected
    assert findings(old, "sg-no-world-ingress") == expected | {"udp": ["cidrBlocks[0]"]}


@pytest.mark.parametrize(
    ("rule", "port", "cidr"),
    [
        ("sg-no-world-ssh", 22, "0.0.0.0/0"),
        ("sg-no-world-rdp", 3389, "0.0.0.0/0"),
        ("sg-no-world-common", 5432, "0.0.0.0/0"),
        ("sg-no-world-cluster-ports", 8265, "52.1.2.3/32"),
        ("sg-no-http", 80, "10.0.0.0/8"),
    ],
)
def test_a_port_is_refused_in_each_encoding(rule: str, port: int, cidr: str) -> None:
    def program() -> None:
        for name, first, last in (("at", port, port), ("around", port - 1, port + 1), ("beside", 7, 7)):
            given: Any = {"protocol": "tcp", "from_port": first, "to_port": last, "cidr_blocks": [cidr]}
            group = ec2.SecurityGroup(f"inline-{name}", ingress=[given])
            ec2.SecurityGroupRule(f"legacy-{name}", type="ingress", security_group_id=group.id, **given)
            vpc.SecurityGroupIngressRule(
                f"apart-{name}",
                security_group_id=group.id,
                ip_protocol="tcp",
                from_port=first,
                to_port=last,
                cidr_ipv4=cidr,
            )

    assert findings(graph_of(program), rule) == {
        "inline-at": ["ingress[0].cidrBlocks[0]"],
        "legacy-at": ["cidrBlocks[0]"],
        "apart-at": ["cidrIpv4"],
        "inline-around": ["ingress[0].cidrBlocks[0]"],
        "legacy-around": ["cidrBlocks[0]"],
        "apart-around": ["cidrIpv4"],
    }


def test_load_balancers_alone_are_reached_by_plain_http() -> None:
    """To lead whoever asks to HTTPS; a machine in the same group would be reached too."""
    http: Any = {"from_port": 80, "to_port": 80}

    def group(name: str) -> ec2.SecurityGroup:
        inline: Any = {"protocol": "tcp", **http, "cidr_blocks": ["10.0.0.0/8"]}
        made = ec2.SecurityGroup(name, ingress=[inline])
        vpc.SecurityGroupIngressRule(
            f"{name}-apart", security_group_id=made.id, ip_protocol="tcp", cidr_ipv4="10.0.0.0/8", **http
        )
        return made

    def program() -> None:
        balancers, both, nobody = (group(name) for name in ("balancers", "both", "nobody"))
        lb.LoadBalancer("web", security_groups=[balancers.id, both.id])
        ec2.Instance("node", vpc_security_group_ids=[both.id])
        vpc.SecurityGroupEgressRule("out", security_group_id=nobody.id, ip_protocol="-1", cidr_ipv4="0.0.0.0/0")

    graph = graph_of(program)
    inline, apart = ["ingress[0].cidrBlocks[0]"], ["cidrIpv4"]
    assert findings(graph, "sg-no-http") == {
        "both": inline, "both-apart": apart, "nobody": inline, "nobody-apart": apart
    }  # fmt: skip
    assert set(outcomes(graph, "sg-no-http", Outcome.NOT_APPLICABLE)) == {"balancers", "balancers-apart"}


def test_what_isnt_known_of_a_rule_is_unproven() -> None:
    def program() -> None:
        network = ec2.Vpc("vpc", cidr_block="10.0.0.0/16")
        length = network.id.apply(len)
        group = ec2.SecurityGroup("group", ingress=network.id.apply(lambda _: []))
        rule: Any = {"security_group_id": group.id, "ip_protocol": "tcp"}
        vpc.SecurityGroupIngressRule("port", cidr_ipv4="0.0.0.0/0", from_port=length, to_port=443, **rule)
        vpc.SecurityGroupIngressRule("above", cidr_ipv4="0.0.0.0/0", from_port=443, to_port=length, **rule)

    graph = graph_of(program)
    assert outcomes(graph, "sg-no-world-ssh", Outcome.UNPROVEN) == {"group": ["ingress"], "port": ["cidrIpv4"]}
    assert findings(graph, "sg-no-world-ssh") == {}
    assert findings(graph, "sg-no-world-ingress") == {"port": ["cidrIpv4"], "above": ["cidrIpv4"]}


def test_groups_and_rules_say_what_they_are_for() -> None:
    def program() -> None:
        group = ec2.SecurityGroup("default-words")
        rule: Any = {"protocol": "tcp", "from_port": 22, "to_port": 22, "self": True}
        ec2.SecurityGroup("silent-rule", description="Nodes", ingress=[ssh(self=True), rule])
        ec2.SecurityGroupRule("legacy", type="ingress", security_group_id=group.id, **rule)
        apart = {"security_group_id": group.id, "ip_protocol": "-1", "cidr_ipv4": "10.0.0.0/8"}
        vpc.SecurityGroupIngressRule("blank", description=" ", **apart)
        vpc.SecurityGroupEgressRule("silent", **apart)
        vpc.SecurityGroupIngressRule("said", description="EFA between nodes", **apart)

    assert findings(graph_of(program), "sg-described") == {
        "default-words": ["description"],
        "silent-rule": ["ingress[1].description"],
        "legacy": ["description"],
        "blank": ["description"],
        "silent": ["description"],
    }


def test_default_groups_are_closed() -> None:
    def program() -> None:
        network = ec2.Vpc("vpc", cidr_block="10.0.0.0/16")
        ec2.DefaultSecurityGroup("open", vpc_id=network.id, ingress=[everything(self=True)], egress=[])
        closed = ec2.DefaultSecurityGroup("closed", vpc_id=network.id, ingress=[], egress=[])
        ec2.DefaultSecurityGroup("silent", vpc_id=network.id)
        ec2.DefaultSecurityGroup("later", vpc_id=network.id, egress=network.id.apply(lambda _: []))
        rule: Any = {"ip_protocol": "-1", "cidr_ipv4": "10.0.0.0/8"}
        vpc.SecurityGroupIngressRule("of-adopted", security_group_id=closed.id, **rule)
        vpc.SecurityGroupIngressRule("of-vpc", security_group_id=network.default_security_group_id, **rule)
        vpc.SecurityGroupIngressRule("of-other", security_group_id=ec2.SecurityGroup("group").id, **rule)

    graph = graph_of(program)
    assert findings(graph, "sg-default-closed") == {
        "open": ["ingress[0]"],
        "of-adopted": ["securityGroupId"],
        "of-vpc": ["securityGroupId"],
    }
    assert outcomes(graph, "sg-default-closed", Outcome.UNPROVEN) == {"later": ["egress"]}
    assert set(outcomes(graph, "sg-default-closed", Outcome.NOT_APPLICABLE)) == {"of-other"}


def test_rules_are_declared_in_one_way() -> None:
    def program() -> None:
        rule: Any = {"ip_protocol": "-1", "cidr_ipv4": "10.0.0.0/8"}
        for name, inline_rules in {"both": [ssh(self=True)], "empty": []}.items():
            group = ec2.SecurityGroup(name, ingress=inline_rules)
            vpc.SecurityGroupIngressRule(f"{name}-apart", security_group_id=group.id, **rule)
        peer = ec2.SecurityGroup("peer", ingress=[ssh(self=True)])
        other = ec2.SecurityGroup("apart", egress=[everything(self=True)])
        vpc.SecurityGroupIngressRule(
            "to-peer", security_group_id=other.id, ip_protocol="-1", referenced_security_group_id=peer.id
        )

    assert findings(graph_of(program), "stk-sg-mixed-management") == {"both": ["ingress"], "empty": ["ingress"]}


def test_prefix_lists_hold_no_world() -> None:
    def program() -> None:
        group = ec2.SecurityGroup("group").id

        def listed(name: str, *cidrs: str) -> ec2.ManagedPrefixList:
            entries: list[Any] = [{"cidr": cidr} for cidr in cidrs]
            return ec2.ManagedPrefixList(name, address_family="IPv4", max_entries=9, entries=entries)

        def rule(name: str, prefix_list: Any) -> None:
            vpc.SecurityGroupIngressRule(name, security_group_id=group, ip_protocol="-1", prefix_list_id=prefix_list)

        rule("good", listed("offices", "52.1.2.0/28").id)
        rule("bad", listed("everybody", "10.0.0.0/8", "0.0.0.0/0").id)
        grown = listed("grown", "52.1.2.0/28").id
        ec2.ManagedPrefixListEntry("half", prefix_list_id=grown, cidr="0.0.0.0/1")
        ec2.SecurityGroup("inline", ingress=[ssh(prefix_list_ids=[grown])])
        rule("stranger", "pl-0123456789abcdef0")

    graph = graph_of(program)
    assert findings(graph, "stk-sg-prefix-list") == {"everybody": ["entries[1].cidr"], "half": ["cidr"]}
    assert outcomes(graph, "stk-sg-prefix-list", Outcome.UNPROVEN) == {"stranger": ["prefixListId"]}
    approved = outcomes(graph, "stk-sg-prefix-list", Outcome.UNPROVEN, approved=["pl-0123456789abcdef0"])
    assert approved == {}
