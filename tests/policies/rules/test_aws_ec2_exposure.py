"""What the internet reaches: machines' groups, subnets, addresses, and the groups of EFA and Lustre."""

from __future__ import annotations

from typing import Any

import pulumi
import pytest
from pulumi_aws import autoscaling, ec2, efs, fsx, vpc
from tests.policies.recorded import findings, graph_of, outcomes

from rackguard.graph.graph import Graph
from rackguard_policies.outcome import Outcome

P5 = "p5.48xlarge"


def rule_of(group: ec2.SecurityGroup, name: str, **given: Any) -> vpc.SecurityGroupIngressRule:
    return vpc.SecurityGroupIngressRule(name, security_group_id=group.id, **{"ip_protocol": "-1", **given})


def self_rules(name: str, group: ec2.SecurityGroup) -> None:
    both = {"security_group_id": group.id, "ip_protocol": "-1", "referenced_security_group_id": group.id}
    vpc.SecurityGroupIngressRule(f"{name}-in", **both)
    vpc.SecurityGroupEgressRule(f"{name}-out", **both)


def efa_template(name: str, group: ec2.SecurityGroup, instance_type: str = P5) -> ec2.LaunchTemplate:
    cards = [{"security_groups": [group.id]}, {"interface_type": "efa-only", "security_groups": [group.id]}]
    return ec2.LaunchTemplate(name, instance_type=instance_type, network_interfaces=cards)


def test_the_rules_of_a_machines_groups_keep_the_world_out_together() -> None:
    def program() -> None:
        def group(name: str) -> ec2.SecurityGroup:
            made = ec2.SecurityGroup(name, description="d")
            ec2.Instance(f"{name}-node", ami="ami-1", instance_type="g6.xlarge", vpc_security_group_ids=[made.id])
            return made

        rule_of(group("closed"), "inside", cidr_ipv4="10.0.0.0/8")
        rule_of(group("open"), "world", cidr_ipv4="0.0.0.0/0")
        pieces = group("in-pieces")
        for first in (32, 33):
            rule_of(pieces, f"piece-{first}", cidr_ipv4=f"{first}.0.0.0/8")
        by_template = ec2.SecurityGroup("by-template", ingress=[_inline("0.0.0.0/0")])
        efa_template("template", by_template)
        by_interface = ec2.SecurityGroup("by-interface", ingress=[_inline("10.0.0.0/8"), _inline("128.0.0.0/1")])
        ec2.NetworkInterface("interface", subnet_id="subnet-1", security_groups=[by_interface.id])
        later = group("later")
        rule_of(later, "unknown", cidr_ipv4=pulumi.Output.concat(ec2.Eip("address").public_ip, "/32"))
        rule_of(ec2.SecurityGroup("unused"), "unused-rule", cidr_ipv4="0.0.0.0/0")
        ec2.Instance("stranger", ami="ami-1", instance_type="g6.xlarge", vpc_security_group_ids=["sg-1", later.id])

    graph = graph_of(program)
    assert findings(graph, "stk-sg-effective") == {
        "world": ["cidrIpv4"],
        "in-pieces": [""],
        "by-template": ["ingress[0].cidrBlocks[0]"],
        "by-interface": ["ingress[1].cidrBlocks[0]"],
    }
    assert outcomes(graph, "stk-sg-effective", Outcome.UNPROVEN) == {
        "unknown": ["cidrIpv4"],
        "stranger": ["vpcSecurityGroupIds[0]"],
    }
    assert set(outcomes(graph, "stk-sg-effective", Outcome.NOT_APPLICABLE)) == {"unused"}


def _inline(cidr: str) -> Any:
    return {"protocol": "tcp", "from_port": 22, "to_port": 22, "cidr_blocks": [cidr]}


def efa_groups() -> None:
    good = ec2.SecurityGroup("good")
    self_rules("good", good)
    efa_template("good-template", good)

    def everything(**peers: Any) -> Any:
        return {"protocol": "-1", "from_port": 0, "to_port": 0, **peers}

    inline = ec2.SecurityGroup("inline", ingress=[everything(self=True)], egress=[everything(self=True)])
    efa_template("inline-template", inline)
    no_egress = ec2.SecurityGroup("no-egress", ingress=[everything(self=True)])
    efa_template("no-egress-template", no_egress)
    mixed = ec2.SecurityGroup(
        "mixed",
        ingress=[everything(self=True), everything(cidr_blocks=["10.0.0.0/8"])],
        egress=[everything(self=True), everything(security_groups=[inline.id])],
    )
    efa_template("mixed-template", mixed)
    wide = ec2.SecurityGroup("range-for-self", egress=[everything(cidr_blocks=["0.0.0.0/0"])])
    rule_of(wide, "range-in", referenced_security_group_id=wide.id)
    efa_template("range-template", wide)
    plain = ec2.SecurityGroup("plain", ingress=[everything(cidr_blocks=["10.0.0.0/8"])])
    ec2.Instance("plain-node", ami="ami-1", instance_type="g6.xlarge", vpc_security_group_ids=[plain.id])


def test_efa_groups_let_everything_through_among_themselves_only() -> None:
    graph = graph_of(efa_groups)
    assert findings(graph, "sg-efa-self") == {
        "no-egress": [""],
        "mixed": ["ingress[1].cidrBlocks[0]", "egress[1].securityGroups[0]"],
        "range-for-self": ["egress[0].cidrBlocks[0]", ""],
    }
    assert set(outcomes(graph, "sg-efa-self", Outcome.NOT_APPLICABLE)) == {"plain"}
    assert set(outcomes(graph, "sg-efa-self", Outcome.COMPLIANT)) == {"good", "inline"}


def lustre(name: str, groups: list[Any] | None, *, efa: bool = False) -> fsx.LustreFileSystem:
    return fsx.LustreFileSystem(name, subnet_ids="subnet-1", security_group_ids=groups, efa_enabled=efa)


def test_lustre_over_efa_may_exchange_everything_with_nodes() -> None:
    def program() -> None:
        for name, efa in (("with", True), ("without", False)):
            nodes, servers = ec2.SecurityGroup(f"{name}-nodes"), ec2.SecurityGroup(f"{name}-servers")
            self_rules(f"{name}-nodes", nodes)
            efa_template(f"{name}-template", nodes)
            rule_of(nodes, f"{name}-from-servers", referenced_security_group_id=servers.id)
            rule_of(servers, f"{name}-from-nodes", referenced_security_group_id=nodes.id)
            lustre(f"{name}-store", [servers.id], efa=efa)

    graph = graph_of(program)
    assert findings(graph, "sg-efa-self") == {"without-from-servers": ["referencedSecurityGroupId"]}
    assert findings(graph, "stk-fsx-sg-scope") == {"without-from-nodes": ["ipProtocol"]}


def test_efa_groups_hold_nodes_only() -> None:
    def program() -> None:
        nodes = ec2.SecurityGroup("nodes")
        efa_template("template", nodes)
        cards: list[Any] = [{"security_groups": [nodes.id]}]
        ec2.LaunchTemplate("type-of-group", network_interfaces=cards)
        ec2.LaunchTemplate("small-gpu", instance_type="g6.xlarge", network_interfaces=cards)
        ec2.LaunchTemplate("cpu-template", instance_type="m7i.xlarge", network_interfaces=cards)
        for name, type_ in (("login", "m7i.xlarge"), ("gpu", "g6.xlarge")):
            ec2.Instance(name, ami="ami-1", instance_type=type_, vpc_security_group_ids=[nodes.id])
        lustre("store", [nodes.id])
        ec2.VpcEndpoint("endpoint", vpc_id="vpc-1", service_name="s", security_group_ids=[nodes.id])
        efs.MountTarget("target", file_system_id="fs-1", subnet_id="subnet-1", security_groups=[nodes.id])
        rule_of(nodes, "rule", cidr_ipv4="10.0.0.0/8")
        other = ec2.SecurityGroup("other")
        ec2.Instance("apart", ami="ami-1", instance_type="m7i.xlarge", vpc_security_group_ids=[other.id])

    graph = graph_of(program)
    assert findings(graph, "stk-efa-isolation") == {
        "cpu-template": ["networkInterfaces"],
        "login": ["vpcSecurityGroupIds"],
        "store": ["securityGroupIds"],
        "endpoint": ["securityGroupIds"],
        "target": ["securityGroups"],
    }
    assert set(outcomes(graph, "stk-efa-isolation", Outcome.NOT_APPLICABLE)) == {"other"}


def test_lustre_lets_in_its_clients_on_its_ports_only() -> None:
    def program() -> None:
        nodes, web = ec2.SecurityGroup("nodes"), ec2.SecurityGroup("web")
        ec2.LaunchTemplate("template", vpc_security_group_ids=[nodes.id])
        group = ec2.SecurityGroup("servers")
        lustre("store", [group.id, "sg-1"])
        lustre("bare", None)
        ports = {"ip_protocol": "tcp", "from_port": 988, "to_port": 988}
        rule_of(group, "good", referenced_security_group_id=nodes.id, **ports)
        rule_of(group, "own", referenced_security_group_id=group.id, **{**ports, "from_port": 1018, "to_port": 1023})
        rule_of(group, "too-many", referenced_security_group_id=nodes.id, **{**ports, "to_port": 1023})
        rule_of(group, "no-ports", referenced_security_group_id=nodes.id, ip_protocol="tcp")
        rule_of(group, "udp", referenced_security_group_id=nodes.id, **{**ports, "ip_protocol": "udp"})
        rule_of(group, "range", cidr_ipv4="10.0.0.0/8", **ports)
        rule_of(group, "no-machines", referenced_security_group_id=web.id, **ports)
        rule_of(group, "stranger", referenced_security_group_id="sg-2", **ports)

    graph = graph_of(program)
    assert findings(graph, "stk-fsx-sg-scope") == {
        "bare": ["securityGroupIds"],
        "too-many": ["fromPort"],
        "no-ports": ["ipProtocol"],
        "udp": ["ipProtocol"],
        "range": ["cidrIpv4"],
        "no-machines": ["referencedSecurityGroupId"],
    }
    assert outcomes(graph, "stk-fsx-sg-scope", Outcome.UNPROVEN) == {
        "store": ["securityGroupIds[1]"],
        "stranger": ["referencedSecurityGroupId"],
    }


def network() -> tuple[ec2.Subnet, ec2.Subnet, ec2.Subnet]:
    """Subnets: public by a route, public by the routes inside of their table, and private."""
    made = ec2.Vpc("vpc", cidr_block="10.0.0.0/16")
    gateway = ec2.InternetGateway("gateway", vpc_id=made.id)
    tables = {
        "route": ec2.RouteTable("route-table", vpc_id=made.id),
        "inline": ec2.RouteTable(
            "inline-table", vpc_id=made.id, routes=[{"ipv6_cidr_block": "::/0", "gateway_id": gateway.id}]
        ),
        "private": ec2.RouteTable("private-table", vpc_id=made.id),
    }
    ec2.Route("way", route_table_id=tables["route"].id, destination_cidr_block="0.0.0.0/0", gateway_id=gateway.id)
    subnets = [ec2.Subnet(name, vpc_id=made.id, map_public_ip_on_launch=name == "route") for name in tables]
    for name, subnet in zip(tables, subnets, strict=True):
        ec2.RouteTableAssociation(f"{name}-association", subnet_id=subnet.id, route_table_id=tables[name].id)
    return subnets[0], subnets[1], subnets[2]


def placed() -> None:
    by_route, by_inline, private = network()
    gpu: dict[str, Any] = {"ami": "ami-1", "instance_type": "g6.xlarge"}
    ec2.Instance("in-private", subnet_id=private.id, **gpu)
    ec2.Instance("in-public", subnet_id=by_route.id, **gpu)
    ec2.Instance("in-inline", subnet_id=by_inline.id, **gpu)
    ec2.Instance("refuses", subnet_id=by_route.id, associate_public_ip_address=False, **gpu)
    ec2.Instance("nowhere", **gpu)
    ec2.Instance("elsewhere", subnet_id="subnet-1", **gpu)
    template = ec2.LaunchTemplate("template", network_interfaces=[{"associate_public_ip_address": "false"}])
    silent = ec2.LaunchTemplate("silent", instance_type="g6.xlarge")
    sizes: dict[str, Any] = {"min_size": 0, "max_size": 1}
    for name, used in (("refusing", template), ("silently", silent)):
        ec2_template: Any = {"id": used.id, "version": "1"}
        zones = [private.id, by_route.id]
        autoscaling.Group(name, launch_template=ec2_template, vpc_zone_identifiers=zones, **sizes)
    inside: Any = [{"subnet_id": private.id}]
    made_from: dict[str, Any] = {
        "zoned": silent,
        "zoned-inside": ec2.LaunchTemplate("inside", network_interfaces=inside),
    }
    for name, used in made_from.items():
        ec2_template = {"id": used.id, "version": "1"}
        autoscaling.Group(name, launch_template=ec2_template, availability_zones=["us-east-2a"], **sizes)
    autoscaling.Group("zoned-elsewhere", launch_configuration="by-hand", availability_zones=["us-east-2a"], **sizes)
    overrides = [{"instance_type": "g6.xlarge", "launch_template_specification": {"launch_template_id": silent.id}}]
    mixed: Any = {"launch_template": {"launch_template_specification": {"launch_template_id": template.id}}}
    mixed["launch_template"]["overrides"] = overrides
    autoscaling.Group("mixed", mixed_instances_policy=mixed, vpc_zone_identifiers=[by_route.id], **sizes)
    efs.MountTarget("target", file_system_id="fs-1", subnet_id=by_inline.id)
    fsx.LustreFileSystem("scratch", subnet_ids=by_route.id)
    login = ec2.SecurityGroup("login", ingress=[_inline("52.1.2.0/28")])
    ec2.Instance(
        "login-node", ami="ami-1", instance_type="m7i.large", subnet_id=by_route.id, vpc_security_group_ids=[login.id]
    )


@pytest.fixture(scope="module")
def machines() -> Graph:
    return graph_of(placed)


def test_machines_and_stores_stand_in_private_subnets(machines: Graph) -> None:
    assert findings(machines, "stk-compute-private-subnet") == {
        "in-public": ["subnetId"],
        "in-inline": ["subnetId"],
        "refuses": ["subnetId"],
        "refusing": ["vpcZoneIdentifiers"],
        "silently": ["vpcZoneIdentifiers"],
        "mixed": ["vpcZoneIdentifiers"],
        "zoned": ["vpcZoneIdentifiers"],
        "target": ["subnetId"],
        "scratch": ["subnetIds"],
    }
    assert outcomes(machines, "stk-compute-private-subnet", Outcome.UNPROVEN) == {
        "elsewhere": ["subnetId"],
        "zoned-elsewhere": ["vpcZoneIdentifiers"],
    }
    assert set(outcomes(machines, "stk-compute-private-subnet", Outcome.NOT_APPLICABLE)) == {"login-node"}


def test_no_machine_is_left_to_a_subnet_that_gives_addresses(machines: Graph) -> None:
    assert findings(machines, "stk-public-ip-effective") == {
        "in-public": ["subnetId"],
        "nowhere": ["subnetId"],
        "silently": ["vpcZoneIdentifiers"],
        "mixed": ["vpcZoneIdentifiers"],
        "zoned": ["vpcZoneIdentifiers"],
        "login-node": ["subnetId"],
    }
    assert outcomes(machines, "stk-public-ip-effective", Outcome.UNPROVEN) == {
        "elsewhere": ["subnetId"],
        "zoned-elsewhere": ["vpcZoneIdentifiers"],
    }
    assert set(outcomes(machines, "stk-public-ip-effective", Outcome.NOT_APPLICABLE)) == {"refuses", "refusing"}


def test_interfaces_that_are_there_before_their_machine_get_no_address_from_a_subnet() -> None:
    def program() -> None:
        interface = ec2.NetworkInterface("interface", subnet_id="subnet-1").id
        ec2.Instance("first", primary_network_interface={"network_interface_id": interface})
        ec2.Instance("listed", network_interfaces=[{"device_index": 0, "network_interface_id": interface}])

    graph = graph_of(program)
    assert findings(graph, "stk-public-ip-effective") == {}
    assert set(outcomes(graph, "stk-public-ip-effective", Outcome.NOT_APPLICABLE)) == {"first", "listed"}


def test_no_association_binds_an_address_to_a_machine() -> None:
    def program() -> None:
        node = ec2.Instance("node", ami="ami-1", instance_type="g6.xlarge")
        address = ec2.Eip("address").allocation_id
        ec2.EipAssociation("to-instance", allocation_id=address, instance_id=node.id)
        ec2.EipAssociation("to-interface", allocation_id=address, network_interface_id="eni-1")
        login = ec2.SecurityGroup("login", ingress=[_inline("52.1.2.0/28")])
        entry = ec2.Instance("entry", ami="ami-1", instance_type="m7i.large", vpc_security_group_ids=[login.id])
        ec2.EipAssociation("to-login", allocation_id=address, instance_id=entry.id)

    graph = graph_of(program)
    assert findings(graph, "stk-eip-association") == {
        "to-instance": ["instanceId"],
        "to-interface": ["networkInterfaceId"],
    }
    assert set(outcomes(graph, "stk-eip-association", Outcome.NOT_APPLICABLE)) == {"to-login"}
