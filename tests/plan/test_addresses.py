"""Addresses counted zone by zone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rackguard.plan.access import plan_access
from rackguard.plan.addresses import lustre_interfaces, node_addresses, public_addresses
from rackguard.plan.pool import known_types, plan_pool
from rackguard.plan.storage import plan_storage

NOW = datetime(2026, 11, 1, tzinfo=UTC)
AZ1, AZ2 = "use2-az1", "use2-az2"
NO_CONNECT = {"instance_connect_endpoint": False}


@pytest.fixture
def needed(declare, catalog):
    def _needed(zones=(AZ1,), *, interface_endpoints=0, access=NO_CONNECT, **overrides):
        stack = declare(access=access, **overrides)
        pools = [
            plan_pool(name, types, stack, catalog, NOW)
            for name, pool in stack.cluster.pools.items()
            if (types := known_types(pool, catalog))
        ]
        return node_addresses(
            zones,
            pools,
            plan_access(stack, catalog),
            plan_storage(stack),
            interface_endpoints=interface_endpoints,
        )

    return _needed


def test_one_node_and_what_aws_keeps(needed):
    assert needed() == {AZ1: 6}


@pytest.mark.parametrize(
    ("pool", "addresses"),
    [
        ({"instance_type": "p5.48xlarge", "nodes": {"max": 8}}, 5 + 8),
        ({"instance_type": "p5.48xlarge", "nodes": {"max": 8}, "network_layout": "max_ip_bandwidth"}, 5 + 8 * 8),
        ({"instance_type": "p6-b300.48xlarge", "nodes": {"max": 3}, "network_layout": "max_ip_bandwidth"}, 5 + 3 * 17),
        ({"nodes": {"max": 30}}, 5 + 30),
        ({"nodes": {"max": 30}, "rollout": "rolling"}, 5 + 33),
        ({"nodes": {"max": 4}, "rollout": "rolling"}, 5 + 5),
        ({"nodes": {"max": 4}, "rollout": "rolling", "purchase": {"reservation": {"create": 4}}}, 5 + 4),
    ],
)
def test_every_interface_with_an_address_of_every_node(needed, pool, addresses):
    assert needed(pools={"train": pool}) == {AZ1: addresses}


def test_a_pool_of_several_zones_counts_whole_in_each(needed):
    both = {"zone_id": None, "zone_ids": [AZ1, AZ2], "nodes": {"max": 10}}
    other = {"instance_type": "g6.xlarge", "zone_id": AZ2, "nodes": {"max": 3}}
    assert needed((AZ1, AZ2), pools={"train": both, "other": other}) == {AZ1: 15, AZ2: 18}


def test_endpoints_have_an_interface_in_each_zone(needed):
    assert needed((AZ1, AZ2), interface_endpoints=3) == {AZ1: 5 + 3 + 1, AZ2: 5 + 3}


def test_file_systems_have_interfaces_where_they_are_used(needed):
    storage = {
        "home": {"efs": {}},
        "other": {"efs": {}},
        "scratch": {"lustre": {"size_gib": 2400, "zone_id": AZ2}},
    }
    pools = {"train": {"mounts": ["home"], "zone_id": None, "zone_ids": [AZ1, AZ2]}}
    assert needed((AZ1, AZ2), storage=storage, pools=pools) == {AZ1: 5 + 1 + 1, AZ2: 5 + 1 + 1 + 3}


@pytest.mark.parametrize(("ranges", "private"), [(["10.0.0.0/8"], 1), (["203.0.113.0/24"], 0)])
def test_a_private_login_node_is_among_the_nodes(needed, ranges, private):
    login = {"instance_type": "m7i.2xlarge", "zone_id": AZ1}
    assert needed(access={**NO_CONNECT, "login_node": login, "ssh_from": ranges}) == {AZ1: 6 + private}


def test_the_connect_endpoint_has_an_interface(needed):
    assert needed((AZ1, AZ2), access={"instance_connect_endpoint": True}) == {AZ1: 7, AZ2: 5}


@pytest.mark.parametrize(
    ("ranges", "nat", "addresses"),
    [
        (["203.0.113.0/24"], (AZ1,), {AZ1: 7, AZ2: 5}),
        (["203.0.113.0/24"], (), {AZ1: 6, AZ2: 5}),
        (["10.0.0.0/8"], (AZ1, AZ2), {AZ1: 6, AZ2: 6}),
    ],
)
def test_public_subnets_hold_nat_gateways_and_the_public_login_node(declare, catalog, ranges, nat, addresses):
    login = {"instance_type": "m7i.2xlarge", "zone_id": AZ1}
    access = plan_access(declare(access={"login_node": login, "ssh_from": ranges}), catalog)
    assert {zone: public_addresses(zone, access, nat) for zone in (AZ1, AZ2)} == addresses


@pytest.mark.parametrize(
    ("lustre", "interfaces"),
    [
        ({"size_gib": 1200}, 1 + 1),
        ({"size_gib": 2400}, 2 + 1),
        ({"size_gib": 24000}, 20 + 1),
        ({"size_gib": 48000}, 40 + 2),
        ({"size_gib": 24000, "metadata_iops": 48000}, 20 + 4),
    ],
)
def test_lustre_has_an_allowance_by_size_and_metadata(declare, lustre, interfaces):
    stack = declare(storage={"scratch": {"lustre": {**lustre, "zone_id": AZ1}}})
    assert lustre_interfaces(plan_storage(stack).lustre[0]) == interfaces
