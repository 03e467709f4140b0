"""What becomes of running nodes where one plan takes the place of another."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from rackguard.plan.cluster import plan_cluster
from rackguard.plan.running_nodes import AffectedPool, RunningNodes, running_nodes
from rackguard.plan.types import ClusterPlan

NOW = datetime(2026, 12, 1, tzinfo=UTC)
GONE = "no longer declared; a pool of another name is a new one"
BLOCK = {"id": "cr-0fedcba9876543210", "start": "2026-12-07T11:30:00Z", "end": "2026-12-14T11:30:00Z"}
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + "A" * 43
POOL = {
    "instance_type": "g6.xlarge",
    "nodes": {"min": 4, "max": 4},
    "zone_id": None,
    "zone_ids": ["use2-az1", "use2-az2"],
    "purchase": {"spot": {}},
}

Plan = Callable[..., ClusterPlan]


@pytest.fixture
def plan(declare, catalog) -> Plan:
    """`plan({"rollout": "rolling"})`: a plan of one spot pool over two zones, changed, and of the cluster."""

    def make(pool: dict[str, Any] | None = None, now: datetime = NOW, **cluster: Any) -> ClusterPlan:
        return plan_cluster(declare(pools={"train": {**POOL, **(pool or {})}}, **cluster), catalog, now)

    return make


def ended(*because: str) -> RunningNodes:
    return RunningNodes(ended=(AffectedPool("train", because),), waiting=())


def waiting(*because: str) -> RunningNodes:
    return RunningNodes(ended=(), waiting=(AffectedPool("train", because),))


NOBODY = RunningNodes((), ())

TEMPLATE = [
    ({"instance_type": "g6.2xlarge"}, "type"),
    ({"purchase": {"on_demand": {}}}, "purchase"),
    ({"purchase": {"spot": {"max_price_usd_per_hour": 2}}}, "purchase"),
    ({"image": {"dlami": "ubuntu-24.04", "id": "ami-0123456789abcdef0"}}, "image"),
    ({"placement": "spread"}, "placement group"),
    ({"root": {"size_gib": 300}}, "volumes"),
    ({"containers": True}, "instance metadata, tags"),
    ({"user_data": "echo hello"}, "user data"),
    ({"labels": {"team": "speech"}}, "tags"),
]


@pytest.mark.parametrize(("change", "what"), TEMPLATE)
def test_by_default_a_changed_template_waits(plan: Plan, change: dict[str, Any], what: str) -> None:
    assert running_nodes(plan(), plan(change)) == waiting(f"launch template: {what}")


@pytest.mark.parametrize(("change", "what"), TEMPLATE)
def test_a_rolling_pools_nodes_go_with_a_changed_template(plan: Plan, change: dict[str, Any], what: str) -> None:
    rolling = {"rollout": "rolling"}
    assert running_nodes(plan(rolling), plan({**rolling, **change})) == ended(f"launch template: {what}")


def test_the_new_plans_rollout_decides(plan: Plan) -> None:
    change = {"root": {"size_gib": 300}}
    assert running_nodes(plan(), plan({**change, "rollout": "rolling"})) == ended("launch template: volumes")
    assert running_nodes(plan({"rollout": "rolling"}), plan(change)) == waiting("launch template: volumes")
    assert running_nodes(plan(), plan({"rollout": "rolling"})) == NOBODY


def test_a_key_or_tags_of_the_cluster_change_every_template(plan: Plan) -> None:
    arn = "arn:aws:kms:us-east-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"
    assert running_nodes(plan(), plan(encryption={"key": arn})) == waiting("launch template: encryption key")
    assert running_nodes(plan(), plan(tags={"owner": "speech"})) == waiting("launch template: tags")


@pytest.mark.parametrize(
    "cluster",
    [
        {},
        {"stack": "renamed"},
        {"access": {"users": [{"name": "ben", "keys": [f"{KEY} ben"]}]}},
        {"access": {"ssh_from": ["10.1.0.0/16"]}},
        {"network": {"cidr": "10.0.0.0/16", "nat_zone_id": "use2-az1"}},
        {"logs": {"retention_days": 731}},
        {"storage": {"data": {"s3": {}}}},
        {"pools": {"undo": {"instance_type": "g6.xlarge", "zone_id": "use2-az3", "nodes": {"max": 1}}}},
    ],
)
def test_what_is_no_part_of_nodes_touches_none(declare, catalog, cluster: dict[str, Any]) -> None:
    pools = {"train": POOL, **cluster.get("pools", {})}
    before = plan_cluster(declare(pools={"train": POOL}, network={"cidr": "10.0.0.0/16"}), catalog, NOW)
    after = plan_cluster(declare(**{"network": {"cidr": "10.0.0.0/16"}, **cluster, "pools": pools}), catalog, NOW)
    assert running_nodes(before, after) == NOBODY


def test_more_nodes_end_none(plan: Plan) -> None:
    assert running_nodes(plan(), plan({"nodes": {"min": 2, "max": 9}})) == NOBODY


@pytest.mark.parametrize(
    ("was", "now", "because"),
    [
        ({"min": 4, "max": 4}, {"min": 0, "max": 3}, "at most 3 nodes, before 4"),
        ({"max": 4}, {"max": 4, "desired": 0}, "0 nodes wanted, before up to 4"),
        ({"max": 4, "desired": 3}, {"max": 4, "desired": 2}, "2 nodes wanted, before up to 3"),
    ],
)
def test_a_smaller_size_ends_what_is_too_many(
    plan: Plan, was: dict[str, int], now: dict[str, int], because: str
) -> None:
    assert running_nodes(plan({"nodes": was}), plan({"nodes": now})) == ended(because)


def test_a_size_that_is_left_alone_ends_none(plan: Plan) -> None:
    before = plan({"nodes": {"max": 4, "desired": 3}})
    assert running_nodes(before, plan({"nodes": {"max": 4}})) == NOBODY
    assert running_nodes(before, plan({"nodes": {"max": 4, "desired": 4}})) == NOBODY
    # From none to none: `desired: 0` is no missing number.
    empty = plan({"nodes": {"max": 4, "desired": 0}})
    assert running_nodes(empty, plan({"nodes": {"max": 5, "desired": 0}})) == NOBODY


def test_nodes_in_a_zone_that_is_left_go(plan: Plan) -> None:
    after = plan({"zone_ids": ["use2-az2", "use2-az3"]})
    moved = "use2-az2: NAT gateway in use2-az2, before in use2-az1; another address, and open connections break"
    assert running_nodes(plan(), after) == RunningNodes(
        ended=(AffectedPool("train", ("no longer in use2-az1, or in another subnet there",)),),
        waiting=(),
        cut_off=(AffectedPool("train", (moved,)),),
    )
    assert running_nodes(plan(), plan({"zone_ids": ["use2-az3"]})) == ended("no zone or subnet in common")


def test_a_pool_that_goes_is_named_with_its_hint(declare, catalog) -> None:
    before = plan_cluster(declare(pools={"train": POOL, "old": POOL}), catalog, NOW)
    after = plan_cluster(declare(pools={"train": POOL, "new": POOL}), catalog, NOW)
    assert running_nodes(before, after).ended == (AffectedPool("old", (GONE,)),)


@pytest.mark.parametrize(
    ("cluster", "because"),
    [
        ({"account_id": "210987654321"}, "another account"),
        ({"network": {"cidr": "10.99.0.0/16"}}, "another VPC"),
        ({"name": "other"}, "another Auto Scaling group"),
    ],
)
def test_a_cluster_that_moves_ends_every_node(plan: Plan, cluster: dict[str, Any], because: str) -> None:
    before = plan(network={"cidr": "10.0.0.0/16"})
    network = {"cidr": "10.0.0.0/16", **cluster.get("network", {})}
    assert running_nodes(before, plan(**{**cluster, "network": network})) == ended(because)


def test_another_region_ends_every_node(declare, catalog) -> None:
    before = plan_cluster(declare(), catalog, NOW)
    pool = {"zone_id": "usw2-az1"}
    after = plan_cluster(declare(region="us-west-2", pools={"train": pool}), catalog, NOW)
    assert running_nodes(before, after) == ended("another region")


def test_another_subnet_in_the_zone_ends_its_nodes(plan: Plan) -> None:
    def existing(*ids: str) -> dict[str, Any]:
        subnets = [{"id": each, "zone_id": f"use2-az{number}"} for number, each in enumerate(ids, 1)]
        return {"cidr": None, "existing": {"vpc_id": "vpc-0123456789abcdef0", "subnets": subnets}}

    one, two, three = (f"subnet-0123456789abcdef{number}" for number in range(3))
    before = plan(network=existing(one, two))
    because = "no longer in use2-az2, or in another subnet there"
    assert running_nodes(before, plan(network=existing(one, three))) == ended(because)


def test_a_reservations_size_changes_in_place(plan: Plan) -> None:
    def reserved(count: int) -> dict[str, Any]:
        one_zone = {"zone_ids": None, "zone_id": "use2-az1"}
        return {**one_zone, "purchase": {"reservation": {"create": count}}, "rollout": "rolling"}

    assert running_nodes(plan(reserved(4)), plan(reserved(5))) == NOBODY


def test_a_block_that_has_not_started_has_no_nodes_to_lose(plan: Plan) -> None:
    block = {"zone_ids": None, "zone_id": "use2-az1", "instance_type": "p5.48xlarge", "nodes": {"max": 4}}
    block |= {"purchase": {"capacity_block": BLOCK}, "rollout": "rolling"}
    changed = {**block, "root": {"size_gib": 300}}
    assert running_nodes(plan(block), plan(changed)) == NOBODY
    during = datetime(2026, 12, 8, tzinfo=UTC)
    assert running_nodes(plan(block, during), plan(changed, during)) == ended("launch template: volumes")


def test_all_reasons_of_a_pool_are_told_at_once(plan: Plan) -> None:
    after = plan({"nodes": {"max": 2}, "zone_ids": ["use2-az1"], "containers": True, "root": {"size_gib": 300}})
    assert running_nodes(plan(), after) == RunningNodes(
        ended=(
            AffectedPool("train", ("no longer in use2-az2, or in another subnet there", "at most 2 nodes, before 4")),
        ),
        waiting=(AffectedPool("train", ("launch template: volumes, instance metadata, tags",)),),
    )


def cut_off(*because: str) -> RunningNodes:
    return RunningNodes((), (), (AffectedPool("train", because),))


def test_nodes_that_stay_are_cut_off_where_the_nat_gateway_moves(plan: Plan) -> None:
    at_one, at_two, each, none = (
        plan(network={"cidr": "10.0.0.0/16", **network})
        for network in ({}, {"nat_zone_id": "use2-az2"}, {"nat": "per_zone"}, {"nat": "none"})
    )
    moved = "{}: NAT gateway in {}, before in {}; another address, and open connections break"
    az1, az2 = "use2-az1", "use2-az2"
    assert running_nodes(at_one, at_two) == cut_off(moved.format(az1, az2, az1), moved.format(az2, az2, az1))
    assert running_nodes(at_one, each) == cut_off(moved.format(az2, az2, az1))
    assert running_nodes(each, none) == cut_off(
        "use2-az1: no NAT gateway, before one in use2-az1", "use2-az2: no NAT gateway, before one in use2-az2"
    )
    assert running_nodes(none, at_one) == NOBODY
    assert running_nodes(at_two, at_two) == NOBODY


def test_a_pool_of_an_earlier_name_moves_the_nat_gateway_unless_its_zone_is_declared(declare, catalog) -> None:
    def plans(network: dict[str, Any]) -> list[ClusterPlan]:
        later = {"train": {**POOL, "zone_ids": ["use2-az1"]}}
        earlier = {"a": {"instance_type": "g6.xlarge", "zone_id": "use2-az3", "nodes": {"max": 1}}, **later}
        return [plan_cluster(declare(pools=pools, network=network), catalog, NOW) for pools in (later, earlier)]

    moved = "use2-az1: NAT gateway in use2-az3, before in use2-az1; another address, and open connections break"
    assert running_nodes(*plans({"cidr": "10.0.0.0/16"})) == cut_off(moved)
    assert running_nodes(*plans({"cidr": "10.0.0.0/16", "nat_zone_id": "use2-az1"})) == NOBODY
