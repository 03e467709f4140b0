"""The planned network as resources: exactly these, in an order that leaves nothing out of reach."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pulumi
import pytest
from pulumi_aws import ec2
from tests.aws.plans import example, variant
from tests.aws.provider_schema import check, knows
from tests.aws.telling import called, one, tell

from rackguard.aws import security_groups
from rackguard.aws.log_group import LogSettings
from rackguard.aws.network import Network, NetworkParts
from rackguard.aws.reading import Live
from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN
from rackguard.plan.types import ClusterPlan, SecurityGroupRule, Subnet

Record = Callable[[Callable[[], object]], Graph]

NETWORKS = Path(__file__).parent / "networks"
STACKS = ("dev", "staging", "prod")
KEY = "arn:aws:kms:us-east-2:123456789012:key/01234567-89ab-cdef-0123-456789abcdef"
VPC = "vpc-0123456789abcdef0"
RULES = ("SecurityGroupIngressRule", "SecurityGroupEgressRule")
EXISTING = {
    "network: {cidr: 10.50.0.0/16, nat: one, endpoints: [s3, kms, logs, ssm]}": (
        f"network: {{existing: {{vpc_id: {VPC}, subnets: ["
        "{id: subnet-0123456789abcdef1, zone_id: use2-az1}, {id: subnet-0123456789abcdef2, zone_id: use2-az2},"
        " {id: subnet-0123456789abcdef3, zone_id: use2-az1, public: true}]}}"
    )
}


def made(plan: ClusterPlan, live: Live | None = None) -> Network:
    """The network of a plan, called `net`, to be made inside a program."""
    logs = LogSettings(365, keep=False, key_arn=KEY, tags=plan.tags)
    return Network.planned("net", NetworkParts(plan.network, plan.tags, logs, live or Live({})))


@pytest.mark.parametrize("stack", STACKS)
def test_the_whole_network(record: Record, stack: str) -> None:
    graph = record(lambda: made(example(stack)))
    wanted = (NETWORKS / f"{stack}.txt").read_text(encoding="utf-8").splitlines()
    assert tell(graph, omit=("policy", "assumeRolePolicy", "description")) == wanted


@pytest.mark.parametrize("stack", STACKS)
def test_everything_is_tagged_and_as_the_provider_knows_it(record: Record, stack: str) -> None:
    plan = example(stack)
    graph = record(lambda: made(plan))
    resources = [resource for resource in graph.resources if resource.custom]
    assert [problem for resource in resources for problem in check(resource)] == []
    tagged = [resource for resource in resources if knows(resource.type, "tags")]
    assert len(tagged) > 20
    assert [resource.name for resource in tagged if not plan.tags.items() <= resource.inputs["tags"].items()] == []


def test_everything_belongs_to_the_component(record: Record) -> None:
    graph = record(lambda: made(example("dev")))
    (network,) = graph.of_type("rackguard-aws:index:Network")
    assert network.urn == "urn:pulumi:test::tests::rackguard-aws:index:Network::net"
    assert {resource.parent for resource in graph.resources if resource.custom} == {network.urn}


@pytest.mark.parametrize("stack", STACKS)
def test_every_rule_is_the_plans(record: Record, stack: str) -> None:
    plan = example(stack)
    graph = record(lambda: made(plan))
    rules = [resource for resource in graph.resources if resource.type.endswith(RULES)]
    planned = [(group.key, rule) for group in plan.network.security_groups for rule in group.rules]
    assert len(rules) == len(planned)
    for key, rule in planned:
        kind = "SecurityGroupIngressRule" if rule.direction == "ingress" else "SecurityGroupEgressRule"
        resource = one(graph, f"{kind} net-{key}-{rule.name}")
        sources = resource.property_dependencies
        assert called(graph, sources["securityGroupId"]) == [f"SecurityGroup net-{key}-group"]
        assert called(graph, sources.get("referencedSecurityGroupId", ())) == (
            [f"SecurityGroup net-{rule.group}-group"] if rule.group else []
        )
        inputs = {name: value for name, value in resource.inputs.items() if name != "tags"}
        assert inputs == {"securityGroupId": UNKNOWN, **expected(rule)}


def expected(rule: SecurityGroupRule) -> dict[str, object]:
    """A planned rule's inputs, as the provider names them."""
    inputs = {
        "ipProtocol": rule.protocol,
        "fromPort": rule.from_port,
        "toPort": rule.to_port,
        "cidrIpv4": rule.cidr,
        "referencedSecurityGroupId": UNKNOWN if rule.group else None,
        "prefixListId": UNKNOWN if rule.prefix_list else None,
        "description": rule.description,
    }
    return {name: value for name, value in inputs.items() if value is not None}


def test_a_prefix_list_is_looked_up_once_by_its_service(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answer(service: str, opts: pulumi.InvokeOutputOptions) -> pulumi.Output[str]:
        asked.append(service)
        assert opts.parent
        return pulumi.Output.from_input("pl-7ba54012")

    monkeypatch.setattr(security_groups, "prefix_list_id", answer)
    graph = record(lambda: made(example("staging")))
    assert asked == ["com.amazonaws.us-east-2.s3"]
    for group in ("nodes", "login"):
        rule = one(graph, f"SecurityGroupEgressRule net-{group}-egress-s3")
        assert rule.inputs["prefixListId"] == "pl-7ba54012"


def test_the_flow_logs_role_may_what_the_plan_says(record: Record) -> None:
    plan = example("prod")
    graph = record(lambda: made(plan))
    role = plan.network.flow_log_role
    assert role
    assert json.loads(one(graph, "Role net-flow-logs-role").inputs["assumeRolePolicy"]) == role.trust
    ((_, document),) = role.policies
    assert json.loads(one(graph, "Policy net-flow-logs-role-policy-1").inputs["policy"]) == document


def test_without_nat_only_public_subnets_have_a_way_out(record: Record) -> None:
    plan = variant("staging", {"nat: one": "nat: none"})
    graph = record(lambda: made(plan))
    assert tell(graph, kinds=("NatGateway", "Eip")) == []
    assert tell(graph, kinds=("Route", "InternetGateway")) == [
        "InternetGateway net-internet vpcId=<Vpc net-vpc> Name=llm-staging",
        (
            "Route net-public-use2-az1-default-route destinationCidrBlock=0.0.0.0/0"
            " gatewayId=<InternetGateway net-internet> routeTableId=<RouteTable net-public-use2-az1-routes>"
        ),
    ]


def test_with_no_way_out_at_all_there_is_no_internet_gateway(record: Record) -> None:
    graph = record(lambda: made(variant("dev", {"nat: one": "nat: none"})))
    assert tell(graph, kinds=("NatGateway", "Eip", "InternetGateway", "Route")) == []
    assert tell(graph, kinds=("Subnet", "RouteTable")) == [
        "RouteTable net-nodes-usw2-az1-routes vpcId=<Vpc net-vpc> Name=llm-dev-nodes-usw2-az1",
        (
            "Subnet net-nodes-usw2-az1 availabilityZoneId=usw2-az1 cidrBlock=10.60.2.0/23 mapPublicIpOnLaunch=False"
            " vpcId=<Vpc net-vpc> Name=llm-dev-nodes-usw2-az1"
        ),
    ]


def test_a_subnet_goes_out_through_the_zone_that_the_plan_names(record: Record) -> None:
    plan = example("dev")
    local = Subnet("llm-dev-nodes-local", "usw2-lax1-az1", "nodes", "10.60.4.0/23", None, 7, 512, "usw2-az1")
    network = replace(plan.network, subnets=(*plan.network.subnets, local))
    graph = record(lambda: made(replace(plan, network=network)))
    route = one(graph, "Route net-nodes-usw2-lax1-az1-default-route")
    assert called(graph, route.property_dependencies["natGatewayId"]) == ["NatGateway net-nat-usw2-az1"]


def test_interfaces_of_endpoints_stand_where_the_plan_says(record: Record) -> None:
    plan = example("staging")
    network = replace(plan.network, endpoint_zone_ids=("use2-az2",))
    graph = record(lambda: made(replace(plan, network=network)))
    subnets = one(graph, "VpcEndpoint net-endpoint-ssm").property_dependencies["subnetIds"]
    assert called(graph, subnets) == ["Subnet net-nodes-use2-az2"]


@pytest.mark.parametrize(
    ("service", "name"),
    [("com.amazonaws.us-east-2.ecr.api", "ecr-api"), ("cn.com.amazonaws.cn-north-1.ec2", "ec2")],
)
def test_an_endpoint_is_called_by_its_service(record: Record, service: str, name: str) -> None:
    plan = example("staging")
    endpoint = replace(plan.network.endpoints[1], service=service)
    graph = record(lambda: made(replace(plan, network=replace(plan.network, endpoints=(endpoint,)))))
    assert one(graph, f"VpcEndpoint net-endpoint-{name}").inputs["serviceName"] == service


def test_machines_wait_for_every_rule_route_endpoint_and_record(record: Record) -> None:
    def program() -> None:
        network = made(example("dev"))
        ec2.PlacementGroup("machine", strategy="cluster", opts=pulumi.ResourceOptions(depends_on=network.ready))
        ec2.PlacementGroup("store", strategy="cluster", opts=pulumi.ResourceOptions(depends_on=network.rules))

    graph = record(program)
    rules = [
        "SecurityGroupEgressRule net-connect-egress-ssh-nodes",
        "SecurityGroupEgressRule net-nodes-egress-all-nodes",
        "SecurityGroupEgressRule net-nodes-egress-http",
        "SecurityGroupEgressRule net-nodes-egress-https",
        "SecurityGroupEgressRule net-nodes-egress-s3",
        "SecurityGroupIngressRule net-nodes-ingress-all-nodes",
        "SecurityGroupIngressRule net-nodes-ingress-ssh-10-0-0-0-8",
        "SecurityGroupIngressRule net-nodes-ingress-ssh-connect",
    ]
    assert called(graph, one(graph, "PlacementGroup store").dependencies) == rules
    assert called(graph, one(graph, "PlacementGroup machine").dependencies) == [
        "FlowLog net-flow-logs",
        "Route net-nodes-usw2-az1-default-route",
        "Route net-public-usw2-az1-default-route",
        "RouteTableAssociation net-nodes-usw2-az1-association",
        "RouteTableAssociation net-public-usw2-az1-association",
        *rules,
        "VpcEndpoint net-endpoint-s3",
    ]


def test_each_id_is_an_output_of_its_own(record: Record) -> None:
    def program() -> None:
        network = made(example("staging"))
        assert list(network.node_subnets) == ["use2-az1", "use2-az2"]
        assert list(network.public_subnets) == ["use2-az1"]
        assert list(network.groups) == ["nodes", "login", "efs", "endpoints", "connect"]
        ec2.NetworkInterface("at", subnet_id=network.node_subnets["use2-az2"], security_groups=[network.groups["efs"]])
        ec2.NetworkInterface("public", subnet_id=network.public_subnets["use2-az1"])

    graph = record(program)
    assert called(graph, one(graph, "NetworkInterface at").dependencies) == [
        "SecurityGroup net-efs-group",
        "Subnet net-nodes-use2-az2",
    ]
    assert called(graph, one(graph, "NetworkInterface public").dependencies) == ["Subnet net-public-use2-az1"]


def export(network: Network) -> None:
    pulumi.export("vpc", network.vpc_id)
    pulumi.export("nodes", network.node_subnet_ids)
    pulumi.export("public", network.public_subnet_ids)
    pulumi.export("groups", network.security_group_ids)


def test_a_new_networks_ids_are_known_once_it_is_made(record: Record) -> None:
    graph = record(lambda: export(made(example("dev"))))
    assert graph.outputs == {"vpc": UNKNOWN, "nodes": UNKNOWN, "public": UNKNOWN, "groups": UNKNOWN}


def test_in_an_existing_vpc_only_security_groups_are_made(record: Record) -> None:
    graph = record(lambda: export(made(variant("staging", EXISTING))))
    assert tell(graph, kinds=("SecurityGroup",), omit=("description",)) == [
        f"SecurityGroup net-connect-group name=llm-staging-connect vpcId={VPC} Name=llm-staging-connect",
        f"SecurityGroup net-efs-group name=llm-staging-efs vpcId={VPC} Name=llm-staging-efs",
        f"SecurityGroup net-login-group name=llm-staging-login vpcId={VPC} Name=llm-staging-login",
        f"SecurityGroup net-nodes-group name=llm-staging-nodes vpcId={VPC} Name=llm-staging-nodes",
    ]
    assert len(tell(graph, kinds=RULES)) == 21
    assert len(tell(graph)) == 25
    assert graph.outputs == {
        "vpc": VPC,
        "nodes": {"use2-az1": "subnet-0123456789abcdef1", "use2-az2": "subnet-0123456789abcdef2"},
        "public": {"use2-az1": "subnet-0123456789abcdef3"},
        "groups": UNKNOWN,
    }


def test_an_existing_vpc_may_be_another_resources(record: Record) -> None:
    def program() -> None:
        vpc = ec2.Vpc("theirs", cidr_block="10.0.0.0/16")
        subnet = ec2.Subnet("theirs", vpc_id=vpc.id, cidr_block="10.0.0.0/24")
        network = made(variant("staging", EXISTING), Live({VPC: vpc.id, "subnet-0123456789abcdef2": subnet.id}))
        ec2.NetworkInterface("here", subnet_id=network.node_subnets["use2-az1"])
        ec2.NetworkInterface("there", subnet_id=network.node_subnets["use2-az2"])

    graph = record(program)
    assert tell(graph, kinds=("NetworkInterface",)) == [
        "NetworkInterface here subnetId=subnet-0123456789abcdef1",
        "NetworkInterface there subnetId=<Subnet theirs>",
    ]
    group = one(graph, "SecurityGroup net-nodes-group")
    assert called(graph, group.property_dependencies["vpcId"]) == ["Vpc theirs"]
