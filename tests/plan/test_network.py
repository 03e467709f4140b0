"""A whole network, new or existing, exactly."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rackguard.plan.access import plan_access
from rackguard.plan.network import plan_network
from rackguard.plan.pool import known_types, plan_pool
from rackguard.plan.storage import plan_storage
from rackguard.plan.types import Endpoint, Subnet

NOW = datetime(2026, 11, 1, tzinfo=UTC)
AZ1, AZ2, AZ3 = "use2-az1", "use2-az2", "use2-az3"
NO_CONNECT = {"instance_connect_endpoint": False}
TWO_ZONES = {"train": {"zone_id": None, "zone_ids": [AZ2, AZ1], "nodes": {"max": 4}}}
LOGIN = {"instance_type": "m7i.2xlarge", "zone_id": AZ3}
OWN_ACCOUNT = {
    "Sid": "OwnAccount",
    "Effect": "Allow",
    "Principal": "*",
    "Action": "*",
    "Resource": "*",
    "Condition": {"StringEquals": {"aws:PrincipalAccount": "123456789012"}},
}
"""A key of another account, brought to a node, writes nothing."""
READ_OBJECTS = {
    "Sid": "ReadObjects",
    "Effect": "Allow",
    "Principal": "*",
    "Action": ["s3:Get*", "s3:List*"],
    "Resource": "*",
}
"""Packages and public data sets are in buckets of others."""


@pytest.fixture
def plan(declare, catalog):
    def _plan(**overrides):
        stack = declare(**overrides)
        pools = [
            plan_pool(name, types, stack, catalog, NOW)
            for name, pool in stack.cluster.pools.items()
            if (types := known_types(pool, catalog))
        ]
        return plan_network(stack, pools, plan_access(stack, catalog), plan_storage(stack))

    return _plan


def ranges(network):
    return [(subnet.role, subnet.zone_id, subnet.cidr) for subnet in network.subnets]


def decided(network):
    return {decision.id: decision.value for decision in network.decisions}


def test_the_least_network(plan):
    network = plan(access=NO_CONNECT)
    assert (network.vpc_name, network.cidr, network.existing_vpc_id) == ("llm", "10.0.0.0/16", None)
    assert network.subnets == (
        Subnet("llm-nodes-use2-az1", AZ1, "nodes", "10.0.32.0/19", None, 6, 8192, AZ1),
        Subnet("llm-public-use2-az1", AZ1, "public", "10.0.4.0/22", None, 6, 1024),
    )
    assert network.nat_zone_ids == (AZ1,)
    assert network.endpoints == (
        Endpoint("llm-s3", "com.amazonaws.us-east-2.s3", "Gateway", (OWN_ACCOUNT, READ_OBJECTS)),
    )
    assert [group.key for group in network.security_groups] == ["nodes"]
    assert network.internet_gateway is True
    assert network.fits is True
    assert network.flow_log_group == "/rackguard/llm/flow"
    assert network.flow_log_role
    assert network.flow_log_role.name == "llm-us-east-2-flow-logs"
    assert decided(network) == {
        "subnets": "10.0.32.0/19 (use2-az1)",
        "nat": AZ1,
        "flow-logs": "on",
        "http": "port 80 outwards",
    }
    assert all(decision.subject == "network" and decision.reason for decision in network.decisions)


def ways_out(network):
    return [(subnet.role, subnet.zone_id, subnet.nat_zone_id) for subnet in network.subnets]


def test_every_zone_of_nodes_has_the_one_nat_gateway_or_its_own(plan):
    one, each, none = (
        plan(access=NO_CONNECT, pools=TWO_ZONES, network={"cidr": "10.0.0.0/16", "nat": nat})
        for nat in ("one", "per_zone", "none")
    )
    assert ways_out(one) == [("nodes", AZ1, AZ2), ("nodes", AZ2, AZ2), ("public", AZ2, None)]
    assert ways_out(each) == [
        ("nodes", AZ1, AZ1),
        ("nodes", AZ2, AZ2),
        ("public", AZ1, None),
        ("public", AZ2, None),
    ]
    assert ways_out(none) == [("nodes", AZ1, None), ("nodes", AZ2, None)]


def test_a_zone_that_only_holds_a_store_has_the_first_nat_gateway(plan):
    stores = {"scratch": {"lustre": {"size_gib": 1200, "zone_id": AZ3}, "mount": "/fsx"}}
    network = plan(
        access=NO_CONNECT, pools=TWO_ZONES, storage=stores, network={"cidr": "10.0.0.0/16", "nat": "per_zone"}
    )
    assert ways_out(network)[:3] == [("nodes", AZ1, AZ1), ("nodes", AZ2, AZ2), ("nodes", AZ3, AZ1)]


def test_the_only_nat_gateway_is_where_the_first_pool_by_name_starts_and_stays_there(plan):
    more = {**TWO_ZONES, "validate": {"instance_type": "g6.xlarge", "zone_id": AZ3, "nodes": {"max": 1}}}
    before, after = plan(access=NO_CONNECT, pools=TWO_ZONES), plan(access=NO_CONNECT, pools=more)
    assert before.nat_zone_ids == after.nat_zone_ids == (AZ2,)
    assert ranges(before) == [
        ("nodes", AZ1, "10.0.32.0/19"),
        ("nodes", AZ2, "10.0.64.0/19"),
        ("public", AZ2, "10.0.8.0/22"),
    ]
    assert set(ranges(before)) < set(ranges(after))


def test_the_only_nat_gateway_stays_where_it_is_declared_whatever_pool_comes(plan):
    declared = {"cidr": "10.0.0.0/16", "nat_zone_id": AZ1}
    earlier = {**TWO_ZONES, "a": {"instance_type": "g6.xlarge", "zone_id": AZ3, "nodes": {"max": 1}}}
    before, after = (plan(access=NO_CONNECT, pools=pools, network=declared) for pools in (TWO_ZONES, earlier))
    assert before.nat_zone_ids == after.nat_zone_ids == (AZ1,)
    assert ways_out(before) == [("nodes", AZ1, AZ1), ("nodes", AZ2, AZ1), ("public", AZ1, None)]
    (reason,) = [decision.reason for decision in after.decisions if decision.id == "nat"]
    assert reason == "One NAT gateway, as declared; other zones pay for traffic to it and depend on it."


def test_where_the_only_nat_gateway_may_move_the_plan_says_what_keeps_it(plan):
    (reason,) = [decision.reason for decision in plan(access=NO_CONNECT).decisions if decision.id == "nat"]
    assert reason.endswith("With a pool whose name comes earlier it moves: `network.nat_zone_id` keeps it in place.")


def test_a_nat_gateway_in_every_zone(plan):
    network = plan(access=NO_CONNECT, pools=TWO_ZONES, network={"cidr": "10.0.0.0/16", "nat": "per_zone"})
    assert network.nat_zone_ids == (AZ1, AZ2)
    assert [zone for role, zone, _ in ranges(network) if role == "public"] == [AZ1, AZ2]
    assert "nat" not in decided(network)


def test_without_nat_and_public_login_node_there_is_no_way_to_the_internet(plan):
    network = plan(access=NO_CONNECT, network={"cidr": "10.0.0.0/16", "nat": "none"})
    assert ranges(network) == [("nodes", AZ1, "10.0.32.0/19")]
    assert (network.nat_zone_ids, network.internet_gateway) == ((), False)


def test_an_endpoint_whose_service_may_take_no_policy_has_none(plan):
    network = plan(network={"cidr": "10.0.0.0/16", "endpoints": ["ec2messages"]})
    statements = {endpoint.name: endpoint.policy_statements for endpoint in network.endpoints}
    assert statements == {"llm-s3": (OWN_ACCOUNT, READ_OBJECTS), "llm-ec2messages": ()}


def test_a_public_login_node_has_a_public_subnet_in_its_zone(plan):
    access = {**NO_CONNECT, "login_node": LOGIN, "ssh_from": ["203.0.113.0/24"]}
    network = plan(access=access, network={"cidr": "10.0.0.0/16", "nat": "none"})
    assert ranges(network) == [("nodes", AZ1, "10.0.32.0/19"), ("public", AZ3, "10.0.12.0/22")]
    assert network.internet_gateway is True


def test_a_private_login_node_is_in_a_node_subnet_of_its_zone(plan):
    access = {**NO_CONNECT, "login_node": LOGIN, "ssh_from": ["10.0.0.0/8"]}
    network = plan(access=access, network={"cidr": "10.0.0.0/16", "nat": "per_zone"})
    assert [(role, zone) for role, zone, _ in ranges(network)] == [
        ("nodes", AZ1),
        ("nodes", AZ3),
        ("public", AZ1),
        ("public", AZ3),
    ]


def test_file_systems_and_the_connect_endpoint_bring_their_zones(plan):
    storage = {"scratch": {"lustre": {"size_gib": 2400, "zone_id": AZ2}}}
    network = plan(storage=storage, access={"login_node": LOGIN, "ssh_from": ["203.0.113.0/24"]})
    needed = {(subnet.role, subnet.zone_id): subnet.needed_addresses for subnet in network.subnets}
    assert needed == {("nodes", AZ1): 6, ("nodes", AZ2): 8, ("nodes", AZ3): 6, ("public", AZ1): 6, ("public", AZ3): 6}


def test_endpoints_are_made_once_and_s3_is_always_there(plan):
    network = plan(access=NO_CONNECT, network={"cidr": "10.0.0.0/16", "endpoints": ["ssm", "ecr.api", "ssm"]})
    assert network.endpoints == (
        Endpoint("llm-s3", "com.amazonaws.us-east-2.s3", "Gateway", (OWN_ACCOUNT, READ_OBJECTS)),
        Endpoint("llm-ssm", "com.amazonaws.us-east-2.ssm", "Interface", (OWN_ACCOUNT,)),
        Endpoint("llm-ecr-api", "com.amazonaws.us-east-2.ecr.api", "Interface", (OWN_ACCOUNT,)),
    )
    assert decided(network)["endpoints"] == "s3 added"
    assert network.subnets[0].needed_addresses == 5 + 1 + 2
    assert [group.key for group in network.security_groups] == ["nodes", "endpoints"]


DALLAS = "use1-dfw2-az1"
GB200 = {
    "region": "us-east-1",
    "pools": {"train": {"instance_type": "p6e-gb200.36xlarge", "zone_id": DALLAS, "nodes": {"max": 9}}},
}


def needed(network):
    return {(subnet.role, subnet.zone_id): subnet.needed_addresses for subnet in network.subnets}


def test_a_local_zone_has_nodes_alone_and_uses_its_parents_gateway_and_endpoints(plan):
    network = plan(**GB200, access=NO_CONNECT, network={"cidr": "10.0.0.0/16", "endpoints": ["ssm", "logs"]})
    assert network.nat_zone_ids == ("use1-az4",)
    assert network.endpoint_zone_ids == ("use1-az4",)
    assert {subnet.nat_zone_id for subnet in network.subnets if subnet.role == "nodes"} == {"use1-az4"}
    assert needed(network) == {("nodes", "use1-az4"): 5 + 2, ("nodes", DALLAS): 5 + 9, ("public", "use1-az4"): 6}
    assert decided(network)["local-zone"] == "use1-dfw2-az1 through use1-az4"


def test_the_connect_endpoint_of_a_local_zone_is_in_its_parent(plan):
    network = plan(**GB200, network={"cidr": "10.0.0.0/16", "nat": "none"})
    assert needed(network) == {("nodes", "use1-az4"): 6, ("nodes", DALLAS): 14}
    assert (network.nat_zone_ids, network.endpoint_zone_ids) == ((), ())


def test_interface_endpoints_stand_in_every_zone_with_nodes(plan):
    network = plan(access=NO_CONNECT, pools=TWO_ZONES, network={"cidr": "10.0.0.0/16", "endpoints": ["ssm"]})
    assert network.endpoint_zone_ids == (AZ1, AZ2)
    assert "local-zone" not in decided(network)


def test_endpoints_of_china_have_names_of_their_own(plan):
    vpc = {"cidr": "10.0.0.0/16", "endpoints": ["ec2", "logs"]}
    network = plan(region="cn-north-1", pools={"train": {"zone_id": "cnn1-az1"}}, network=vpc)
    assert [endpoint.service for endpoint in network.endpoints] == [
        "com.amazonaws.cn-north-1.s3",
        "cn.com.amazonaws.cn-north-1.ec2",
        "com.amazonaws.cn-north-1.logs",
    ]
    lists = {rule.prefix_list for group in network.security_groups for rule in group.rules if rule.prefix_list}
    assert lists == {"com.amazonaws.cn-north-1.s3"}


def test_efa_says_which_group_carries_it(plan):
    network = plan(pools={"train": {"instance_type": "p5.48xlarge", "nodes": {"max": 2}}})
    assert decided(network)["efa-group"] == "nodes"
    nodes = next(group for group in network.security_groups if group.key == "nodes")
    own = {(rule.direction, rule.protocol) for rule in nodes.rules if rule.group == "nodes"}
    assert own == {("ingress", "-1"), ("egress", "-1")}


def test_more_nodes_than_addresses_do_not_fit(plan):
    pools = {"train": {"nodes": {"max": 21}}}
    vpc = {"cidr": "10.0.0.0/24"}
    assert plan(access=NO_CONNECT, network=vpc, pools=pools).fits is True
    vpc = {"cidr": "10.0.0.0/25", "nat": "none"}
    full = {"train": {"nodes": {"max": 59}}}
    assert plan(access=NO_CONNECT, network=vpc, pools=full).fits is True
    over = plan(access=NO_CONNECT, network=vpc, pools={"train": {"nodes": {"max": 60}}})
    assert over.fits is False
    assert over.subnets == (Subnet("llm-nodes-use2-az1", AZ1, "nodes", "10.0.0.64/26", None, 65, 64),)


def test_zones_without_a_slot_do_not_fit(plan):
    network = plan(access=NO_CONNECT, pools=TWO_ZONES, network={"cidr": "10.0.0.0/26"})
    assert (network.fits, network.subnets) == (False, ())


def test_a_vpc_too_small_for_a_public_subnet_does_not_fit_one(plan):
    assert plan(access=NO_CONNECT, network={"cidr": "10.0.0.0/28", "nat": "none"}).fits is True
    network = plan(access=NO_CONNECT, network={"cidr": "10.0.0.0/28"})
    assert network.fits is False
    assert ranges(network) == [("nodes", AZ1, "10.0.0.0/28")]


VPC = "vpc-0123456789abcdef0"


def subnet(number, zone, **more):
    return {"id": f"subnet-0123456789abcde{number:02x}", "zone_id": zone, **more}


def existing(*subnets):
    return {"existing": {"vpc_id": VPC, "subnets": list(subnets)}}


def test_an_existing_vpc_is_used_and_not_changed(plan):
    network = plan(
        access={**NO_CONNECT, "login_node": {**LOGIN, "zone_id": AZ1}, "ssh_from": ["203.0.113.0/24"]},
        pools=TWO_ZONES,
        network={
            **existing(
                subnet(1, AZ1, public=True, cidr="10.0.0.0/24"),
                subnet(2, AZ1, cidr="10.0.1.0/28"),
                subnet(3, AZ1),
                subnet(4, AZ2),
            ),
            "endpoints": ["ssm"],
        },
    )
    assert (network.existing_vpc_id, network.cidr) == (VPC, None)
    assert network.subnets == (
        Subnet("llm-nodes-use2-az1", AZ1, "nodes", "10.0.1.0/28", "subnet-0123456789abcde02", 9, 16),
        Subnet("llm-nodes-use2-az2", AZ2, "nodes", None, "subnet-0123456789abcde04", 9, None),
        Subnet("llm-public-use2-az1", AZ1, "public", "10.0.0.0/24", "subnet-0123456789abcde01", 6, 256),
    )
    assert (network.nat_zone_ids, network.endpoints, network.internet_gateway) == ((), (), False)
    assert (network.flow_log_group, network.flow_log_role) == (None, None)
    assert network.fits is True
    assert decided(network)["existing-vpc"] == "used as it is"
    assert "subnet-0123456789abcde02 (use2-az1)" in decided(network)["subnets"]


def test_an_existing_subnet_may_be_too_small_or_missing(plan):
    small = plan(
        access=NO_CONNECT,
        network=existing(subnet(1, AZ1, cidr="10.0.1.0/28")),
        pools={"train": {"nodes": {"max": 12}}},
    )
    assert small.fits is False
    assert small.subnets[0].needed_addresses == 17
    missing = plan(access=NO_CONNECT, network=existing(subnet(1, AZ2), subnet(2, AZ1, public=True)))
    assert (missing.fits, missing.subnets) == (False, ())


@pytest.mark.parametrize("nat", ["one", "per_zone", "none"])
def test_every_zone_of_a_plan_has_its_subnets(plan, nat):
    network = plan(pools=TWO_ZONES, network={"cidr": "10.0.0.0/16", "nat": nat})
    roles = {(subnet.role, subnet.zone_id) for subnet in network.subnets}
    assert roles >= {("nodes", AZ1), ("nodes", AZ2)}
    assert roles >= {("public", zone) for zone in network.nat_zone_ids}
