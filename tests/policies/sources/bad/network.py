"""A VPC with public addresses, open groups in all three encodings, and nobody who watches."""

from __future__ import annotations

from typing import Any, NamedTuple

from pulumi import Output, ResourceOptions
from pulumi_aws import cloudwatch, ec2, vpc

WORLD = "0.0.0.0/0"


class Nets(NamedTuple):
    """What others are put into."""

    vpc: ec2.Vpc
    public: ec2.Subnet
    group: ec2.SecurityGroup


def declare(using: ResourceOptions) -> Nets:
    """The network."""
    ec2.DefaultVpc("default", opts=using)
    network = ec2.Vpc("vpc", cidr_block="52.0.0.0/16", enable_dns_support=False, opts=using)
    gateway = ec2.InternetGateway("internet", vpc_id=network.id, opts=using)
    ec2.InternetGateway("foreign", vpc_id="vpc-0123456789abcdef0", opts=using)
    public = ec2.Subnet(
        "public",
        vpc_id=network.id,
        cidr_block="52.0.1.0/24",
        map_public_ip_on_launch=True,
        assign_ipv6_address_on_creation=True,
        opts=using,
    )
    table = ec2.RouteTable("table", vpc_id=network.id, opts=using)
    out = ResourceOptions.merge(using, ResourceOptions(depends_on=[gateway], delete_before_replace=True))
    ec2.Route("out", route_table_id=table.id, destination_cidr_block=WORLD, gateway_id=gateway.id, opts=out)
    ec2.RouteTableAssociation("public", route_table_id=table.id, subnet_id=public.id, opts=using)
    acl = ec2.NetworkAcl("acl", vpc_id=network.id, subnet_ids=[public.id], opts=using)
    ec2.NetworkAclRule(
        "all-in",
        network_acl_id=acl.id,
        rule_number=100,
        protocol="-1",
        rule_action="allow",
        cidr_block=WORLD,
        opts=using,
    )
    _flow_logs(using, network)
    ec2.VpcBlockPublicAccessOptions("public", internet_gateway_block_mode="off", opts=using)
    ec2.VpcEndpoint(
        "kms",
        vpc_id=network.id,
        service_name="com.amazonaws.us-east-2.kms",
        vpc_endpoint_type="Interface",
        private_dns_enabled=False,
        opts=using,
    )
    return Nets(network, public, _groups(using, network))


def _flow_logs(using: ResourceOptions, network: ec2.Vpc) -> None:
    logs = cloudwatch.LogGroup("flows", retention_in_days=3, skip_destroy=False, opts=using)
    ec2.FlowLog("flows", vpc_id=network.id, traffic_type="REJECT", log_destination=logs.arn, opts=using)


def _groups(using: ResourceOptions, network: ec2.Vpc) -> ec2.SecurityGroup:
    all_of_it: Any = {"protocol": "-1", "from_port": 0, "to_port": 0}
    ssh: Any = {"protocol": "tcp", "from_port": 22, "to_port": 22}
    of_itself: Any = {**all_of_it, "self": True}
    from_everywhere: Any = {**ssh, "cidr_blocks": ["10.0.0.0/8", WORLD]}
    to_everywhere: Any = {**all_of_it, "cidr_blocks": [WORLD]}
    inline = ec2.SecurityGroup(
        "inline",
        vpc_id=network.id,
        ingress=[of_itself, from_everywhere],
        egress=[to_everywhere],
        opts=using,
    )
    ec2.DefaultSecurityGroup("default", vpc_id=network.id, ingress=[of_itself], opts=using)
    group = ec2.SecurityGroup("group", vpc_id=network.id, description="Nodes", opts=using)
    address = ec2.Eip("address", opts=using)
    rules: dict[str, Any] = {
        "half": {"ip_protocol": "-1", "cidr_ipv4": "0.0.0.0/1"},
        "no-ports": {"ip_protocol": "tcp", "cidr_ipv6": "::/0"},
        "desktop": {"ip_protocol": "tcp", "from_port": 3389, "to_port": 3389, "cidr_ipv4": WORLD},
        "database": {"ip_protocol": "tcp", "from_port": 5432, "to_port": 5432, "cidr_ipv4": WORLD},
        "dashboard": {"ip_protocol": "tcp", "from_port": 8265, "to_port": 8265, "cidr_ipv4": "52.1.0.0/16"},
        "web": {"ip_protocol": "tcp", "from_port": 80, "to_port": 80, "cidr_ipv4": "10.0.0.0/8"},
        "later": {
            "ip_protocol": "tcp",
            "from_port": 22,
            "to_port": 22,
            "cidr_ipv4": Output.concat(address.public_ip, "/32"),
        },
        "listed": {"ip_protocol": "-1", "prefix_list_id": _prefix_list(using).id},
        "peer": {"ip_protocol": "-1", "referenced_security_group_id": inline.id},
    }
    for name, rule in rules.items():
        vpc.SecurityGroupIngressRule(name, security_group_id=group.id, opts=using, **rule)
    ec2.SecurityGroupRule(
        "legacy", type="ingress", security_group_id=inline.id, cidr_blocks=["10.0.0.0/8", WORLD], opts=using, **ssh
    )
    vpc.SecurityGroupEgressRule("everywhere", security_group_id=group.id, ip_protocol="-1", cidr_ipv4=WORLD, opts=using)
    return group


def _prefix_list(using: ResourceOptions) -> ec2.ManagedPrefixList:
    return ec2.ManagedPrefixList(
        "everybody", address_family="IPv4", max_entries=5, entries=[{"cidr": "10.0.0.0/8"}, {"cidr": WORLD}], opts=using
    )
