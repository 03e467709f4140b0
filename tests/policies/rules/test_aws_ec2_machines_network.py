"""Where machines stand: addresses, subnets, groups, source checks and elastic addresses."""

from __future__ import annotations

from typing import Any

import pytest
from pulumi_aws import ec2, vpc
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard.graph.graph import Graph
from rackguard_policies.outcome import Outcome


def instance(name: str, instance_type: str = "g6.xlarge", **more: Any) -> ec2.Instance:
    return ec2.Instance(name, ami="ami-1", instance_type=instance_type, **more)


def cards(*interfaces: Any) -> list[Any]:
    return [{"network_card_index": index, **interface} for index, interface in enumerate(interfaces)]


def addresses(unknown: ec2.Vpc) -> None:
    """Public addresses of IPv4 and IPv6, on the first card and on others."""
    instance("private", associate_public_ip_address=False)
    instance("public", associate_public_ip_address=True)
    instance("unknown-address", associate_public_ip_address=unknown.enable_dns_support)
    off, on = {"associate_public_ip_address": "false"}, {"associate_public_ip_address": "true"}
    ec2.LaunchTemplate("t-private", network_interfaces=cards(off, off, {"interface_type": "efa-only"}))
    ec2.LaunchTemplate("t-public", network_interfaces=cards(off, off, on))
    ec2.LaunchTemplate("t-unknown", network_interfaces=cards({"associate_public_ip_address": unknown.id}))
    instance("six", ipv6_address_count=1)
    instance("six-listed", ipv6_addresses=["2600::1"], enable_primary_ipv6=True)
    instance("no-six", ipv6_address_count=0, ipv6_addresses=[], enable_primary_ipv6=False)
    ec2.LaunchTemplate("t-six", network_interfaces=cards({}, {"ipv6_address_count": 1}))
    ec2.LaunchTemplate("t-six-unknown", network_interfaces=cards({"primary_ipv6": unknown.id}))


def places(network: ec2.Vpc) -> None:
    """Subnets and groups, named and left out."""
    subnet = ec2.Subnet("subnet", vpc_id=network.id, cidr_block="10.0.0.0/24")
    default_subnet = ec2.DefaultSubnet("default-subnet", availability_zone="us-east-2a")
    nodes = ec2.SecurityGroup("nodes", vpc_id=network.id)
    default = ec2.DefaultSecurityGroup("default", vpc_id=network.id)
    card = ec2.NetworkInterface("card", subnet_id=subnet.id, security_groups=[nodes.id])
    instance("placed", subnet_id=subnet.id, vpc_security_group_ids=[nodes.id])
    instance("in-defaults", subnet_id=default_subnet.id, vpc_security_group_ids=[default.id])
    instance("empty", subnet_id=subnet.id, vpc_security_group_ids=[])
    instance("with-card", network_interfaces=[{"device_index": 0, "network_interface_id": card.id}])
    of_template = ec2.LaunchTemplate(
        "t-placed", network_interfaces=cards({"subnet_id": subnet.id, "security_groups": [nodes.id]})
    )
    bare = ec2.LaunchTemplate("t-bare")
    instance("of-template", launch_template={"id": of_template.id})
    instance("of-bare-template", launch_template={"id": bare.id})
    instance("of-elsewhere", launch_template={"id": "lt-0123456789abcdef0"})

    grouped = {"security_groups": [nodes.id]}
    ec2.LaunchTemplate("t-second-card", network_interfaces=cards(grouped, {"interface_type": "efa-only"}, grouped))
    ec2.LaunchTemplate("t-empty-card", network_interfaces=cards({"security_groups": []}))
    ec2.LaunchTemplate("t-default-card", network_interfaces=cards({"security_groups": [default.id]}))
    ec2.LaunchTemplate("t-own-card", network_interfaces=cards({"network_interface_id": card.id}))
    ec2.LaunchTemplate("t-groups", vpc_security_group_ids=[nodes.id])
    ec2.LaunchTemplate("t-default-group", vpc_security_group_ids=[default.id])

    ec2.NetworkInterface("card-bare", subnet_id=subnet.id)
    attached = ec2.NetworkInterface("card-attached", subnet_id=subnet.id)
    ec2.NetworkInterfaceSecurityGroupAttachment(
        "attachment", security_group_id=nodes.id, network_interface_id=attached.id
    )
    ec2.NetworkInterface("card-open", subnet_id=subnet.id, security_groups=[nodes.id], source_dest_check=False)


def routers(network: ec2.Vpc) -> None:
    """Machines without the source check, and routes to some of them."""
    nat = instance("nat", instance_type="c7gn.large", source_dest_check=False)
    inline = instance("nat-inline", instance_type="c7gn.large", source_dest_check=False)
    instance("spoofer", source_dest_check=False)
    card = ec2.NetworkInterface("card-nat", subnet_id="subnet-1", security_groups=["sg-1"], source_dest_check=False)
    table = ec2.RouteTable(
        "table",
        vpc_id=network.id,
        routes=[{"cidr_block": "0.0.0.0/0", "network_interface_id": inline.primary_network_interface_id}],
    )
    to = {"nat": nat.primary_network_interface_id, "card-nat": card.id}
    for name, target in to.items():
        ec2.Route(
            f"to-{name}",
            route_table_id=table.id,
            destination_cidr_block="10.1.0.0/16",
            network_interface_id=target,
        )


def elastic(network: ec2.Vpc) -> None:
    """Elastic addresses of gateways, nodes and login nodes, whose groups let in more or less."""
    ec2.Eip("for-nat", domain="vpc")
    ec2.Eip("node", instance=instance("gpu", vpc_security_group_ids=[_group("ssh", network, _ssh()).id]).id)
    ec2.Eip("known", instance="i-0123456789abcdef0")
    ec2.Eip("interface", network_interface="eni-0123456789abcdef0")
    answers: dict[str, list[Any]] = {
        "login": [_ssh(), {"self": True, "protocol": "-1", "from_port": 0, "to_port": 0}],
        "login-world": [_ssh("0.0.0.0/1")],
        "login-web": [_ssh(), {**_ssh(), "from_port": 443, "to_port": 443}],
        "login-wide": [{**_ssh(), "to_port": 23}],
        "login-all": [{**_ssh(), "protocol": "-1", "from_port": 0, "to_port": 0}],
        "login-unknown": [_ssh(network.ipv6_cidr_block)],
    }
    for name, rules in answers.items():
        _login(name, _group(name, network, *rules))
    apart = _group("login-apart", network)
    vpc.SecurityGroupIngressRule("apart-ssh", security_group_id=apart.id, ip_protocol="-1", cidr_ipv6="::/0")
    _login("login-apart", apart)
    two = instance("login-two", "m7i.large", vpc_security_group_ids=[apart.id, "sg-0123456789abcdef0"])
    ec2.Eip("login-two", instance=two.id)


def _ssh(*ranges: Any) -> dict[str, Any]:
    return {"protocol": "tcp", "from_port": 22, "to_port": 22, "cidr_blocks": list(ranges or ("203.0.113.0/24",))}


def _group(name: str, network: ec2.Vpc, *rules: Any) -> ec2.SecurityGroup:
    return ec2.SecurityGroup(f"{name}-group", vpc_id=network.id, ingress=list[Any](rules))


def _login(name: str, group: ec2.SecurityGroup) -> None:
    ec2.Eip(name, instance=instance(f"{name}-node", "m7i.large", vpc_security_group_ids=[group.id]).id)


def program() -> None:
    network = ec2.Vpc("vpc", cidr_block="10.0.0.0/16")
    addresses(network)
    places(network)
    routers(network)
    elastic(network)


@pytest.fixture(scope="module")
def graph() -> Graph:
    return graph_of(program)


def of(found: dict[str, list[str]], *names: str) -> dict[str, list[str]]:
    """Those of the machines that a test is about; the others name no subnet, or no group, on purpose."""
    return {name: paths for name, paths in found.items() if name in names}


def test_no_instance_asks_for_a_public_address(graph: Graph) -> None:
    path = "associatePublicIpAddress"
    assert findings(graph, "ec2-no-public-ip") == {"public": [path]}
    assert outcomes(graph, "ec2-no-public-ip", Outcome.UNPROVEN) == {"unknown-address": [path]}


def test_no_card_of_a_template_asks_for_a_public_address(graph: Graph) -> None:
    assert findings(graph, "lt-no-public-ip") == {"t-public": ["networkInterfaces[2].associatePublicIpAddress"]}
    assert outcomes(graph, "lt-no-public-ip", Outcome.UNPROVEN) == {
        "t-unknown": ["networkInterfaces[0].associatePublicIpAddress"]
    }


def test_no_machine_asks_for_an_address_of_ipv6(graph: Graph) -> None:
    assert findings(graph, "ec2-no-public-ipv6") == {
        "six": ["ipv6AddressCount"],
        "six-listed": ["ipv6Addresses", "enablePrimaryIpv6"],
        "t-six": ["networkInterfaces[1].ipv6AddressCount"],
    }
    assert outcomes(graph, "ec2-no-public-ipv6", Outcome.UNPROVEN) == {
        "t-six-unknown": ["networkInterfaces[0].primaryIpv6"]
    }


PLACED = ("placed", "in-defaults", "empty", "with-card", "of-template", "of-bare-template", "of-elsewhere")


def test_instances_name_their_subnet(graph: Graph) -> None:
    assert of(findings(graph, "ec2-in-vpc-subnet"), *PLACED) == {
        "in-defaults": ["subnetId"],
        "of-bare-template": ["subnetId"],
    }
    assert findings(graph, "ec2-in-vpc-subnet")["private"] == ["subnetId"]
    assert outcomes(graph, "ec2-in-vpc-subnet", Outcome.UNPROVEN) == {"of-elsewhere": ["launchTemplate"]}
    assert set(outcomes(graph, "ec2-in-vpc-subnet", Outcome.NOT_APPLICABLE)) == {"with-card"}


def test_instances_name_their_groups(graph: Graph) -> None:
    path = "vpcSecurityGroupIds"
    found = findings(graph, "ec2-explicit-sg")
    assert of(found, *PLACED) == {"in-defaults": [path], "empty": [path]}
    assert found["private"] == [path]
    assert outcomes(graph, "ec2-explicit-sg", Outcome.UNPROVEN) == {"of-elsewhere": ["launchTemplate"]}
    assert set(outcomes(graph, "ec2-explicit-sg", Outcome.NOT_APPLICABLE)) == {
        "with-card",
        "of-template",
        "of-bare-template",
    }


def test_every_card_of_a_template_names_its_groups(graph: Graph) -> None:
    cards_of_others = {"t-private", "t-public", "t-unknown", "t-six", "t-six-unknown"}
    found = findings(graph, "lt-nic-sg")
    assert {name: paths for name, paths in found.items() if name not in cards_of_others} == {
        "t-bare": ["vpcSecurityGroupIds"],
        "t-second-card": ["networkInterfaces[1].securityGroups"],
        "t-empty-card": ["networkInterfaces[0].securityGroups"],
        "t-default-card": ["networkInterfaces"],
        "t-default-group": ["vpcSecurityGroupIds"],
    }
    assert found["t-private"] == [f"networkInterfaces[{card}].securityGroups" for card in (0, 1, 2)]


def test_interfaces_name_their_groups_and_check_their_traffic(graph: Graph) -> None:
    assert findings(graph, "eni-explicit-sg") == {"card-bare": ["securityGroups"], "card-open": ["sourceDestCheck"]}


def test_only_routers_pass_traffic_on(graph: Graph) -> None:
    assert findings(graph, "ec2-src-dst-check") == {"spoofer": ["sourceDestCheck"]}
    assert set(outcomes(graph, "ec2-src-dst-check", Outcome.NOT_APPLICABLE)) == {"nat", "nat-inline"}


def test_only_login_nodes_have_an_elastic_address(graph: Graph) -> None:
    rule = "eip-not-on-compute"
    bound = ("node", "known", "login-world", "login-web", "login-wide", "login-all", "login-unknown", "login-apart")
    assert findings(graph, rule) == {
        **{name: ["instance"] for name in (*bound, "login-two")},
        "interface": ["networkInterface"],
    }
    assert set(outcomes(graph, rule, Outcome.NOT_APPLICABLE)) == {"login"}
    assert set(outcomes(graph, rule, Outcome.COMPLIANT)) == {"for-nat"}
