"""What is billed of stacks that nobody here wrote: templates by id, mixed policies, weights, types that aren't read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.economics.test_graph_items import graph, group, items, resource, template

from rackguard.catalog.catalog import load
from rackguard.catalog.types import PurchaseOption
from rackguard.economics.carbon import carbon_of_items
from rackguard.economics.cost import price_items
from rackguard.economics.from_graph.free import costs_nothing
from rackguard.economics.graph_items import items_of_graph
from rackguard.graph.resource import UNKNOWN, Resource

GROUP, INSTANCE = "aws:autoscaling/group:Group", "aws:ec2/instance:Instance"
RESERVATION = "aws:ec2/capacityReservation:CapacityReservation"


def sizes(*resources: Resource) -> list[tuple[Any, ...]]:
    return [(item.purchase, item.quantity, item.most, item.instance_types) for item in items(*resources)]


def mixed(overrides: list[Any], distribution: dict[str, Any], **more: Any) -> Resource:
    policy = {"instancesDistribution": distribution, "launchTemplate": {"overrides": overrides}}
    return resource(GROUP, "g", {"mixedInstancesPolicy": policy, "minSize": 8, "maxSize": 32, **more})


def test_what_is_not_read_is_counted_by_type_without_a_price() -> None:
    found = items(
        resource("aws:eks/nodeGroup:NodeGroup", "a", {}),
        resource("aws:eks/nodeGroup:NodeGroup", "b", {}),
        resource("gcp:container/nodePool:NodePool", "c", {}),
        resource("aws:ec2/spotFleetRequest:SpotFleetRequest", "d", {}),
        resource("aws:ec2/subnet:Subnet", "free", {}),
        resource("random:index/randomPassword:RandomPassword", "no cloud's", {}),
        replace(resource("aws:eks/cluster:Cluster", "only read", {}), external=True),
        replace(resource("ours:index:Component", "component", {}), custom=False),
    )
    assert [(item.subject, item.label, item.quantity) for item in found] == [
        ("not priced", "1 × aws:ec2/spotFleetRequest:SpotFleetRequest", 1),
        ("not priced", "2 × aws:eks/nodeGroup:NodeGroup", 2),
        ("not priced", "1 × gcp:container/nodePool:NodePool", 1),
    ]
    cost, carbon = price_items(found, load()), carbon_of_items(found, load())
    assert [line.unpriced for line in cost.lines] == [True, True, True]
    assert (cost.now.usd_per_month, cost.now.at_least) == (0, True)
    assert "2 × aws:eks/nodeGroup:NodeGroup" in carbon.left_out


@pytest.mark.parametrize(
    ("type_", "free"),
    [
        ("aws:iam/role:Role", True),
        ("aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule", True),
        ("pulumi:providers:aws", True),
        ("aws:ec2/dedicatedHost:DedicatedHost", False),
        ("aws:sagemaker/endpoint:Endpoint", False),
        ("aws:s3/directoryBucket:DirectoryBucket", False),
        ("awsx:iam/role:Role", False),
        ("aws-native:iam:Role", False),
        ("", False),
        ("randomly:index:Type", False),
    ],
)
def test_only_what_is_known_to_cost_nothing_is_free(type_: str, free: bool) -> None:
    assert costs_nothing(type_) is free


@pytest.mark.parametrize(
    "inputs",
    [
        {"launchTemplate": {"id": "lt-1", "version": "3"}},
        {"launchTemplate": [{"id": "lt-1"}]},
        {"mixedInstancesPolicy": {"launchTemplate": {"launchTemplateSpecification": {"launchTemplateId": "lt-1"}}}},
    ],
)
def test_a_template_is_found_by_its_id_where_no_dependency_is_told(inputs: dict[str, Any]) -> None:
    made = replace(template(instanceType="g6.xlarge"), id="lt-1")
    assert sizes(made, resource(GROUP, "g", {"minSize": 1, "maxSize": 2, **inputs})) == [
        (PurchaseOption.ON_DEMAND, 1, 2, ("g6.xlarge",))
    ]


def test_a_template_that_is_elsewhere_leaves_the_type_unknown_and_not_free() -> None:
    found = items(resource(GROUP, "g", {"minSize": 2, "maxSize": 2, "launchTemplate": {"id": "lt-2"}}))
    assert [item.label for item in found] == ["2 × instances of an unknown type"]
    assert price_items(found, load()).now.at_least


def test_a_launch_configuration_tells_type_market_and_volumes() -> None:
    made = resource(
        "aws:ec2/launchConfiguration:LaunchConfiguration",
        "c",
        {"instanceType": "g6.xlarge", "spotPrice": "0.5", "rootBlockDevice": {"volumeSize": 50, "volumeType": "gp3"}},
    )
    nodes, volume = items(made, resource(GROUP, "g", {"minSize": 2, "maxSize": 2}, launchConfiguration=made.urn))
    assert (nodes.purchase, nodes.instance_types) == (PurchaseOption.SPOT, ("g6.xlarge",))
    assert (volume.label, volume.quantity) == ("root volumes, gp3 storage", 100)


def test_an_instance_takes_from_its_template_what_it_does_not_say_itself() -> None:
    made = template(
        instanceType="g6.xlarge", blockDeviceMappings=[{"deviceName": "/dev/sda1", "ebs": {"volumeSize": 7}}]
    )
    plain = resource(INSTANCE, "i", {}, launchTemplate=made.urn)
    nodes, volume = items(made, plain)
    assert (nodes.instance_types, volume.quantity) == (("g6.xlarge",), 7)
    (other, _) = items(made, replace(plain, inputs={"instanceType": "g5.xlarge"}))
    assert other.instance_types == ("g5.xlarge",)


def test_a_mixed_policy_is_parted_into_on_demand_and_spot() -> None:
    some = [{"instanceType": "g6.xlarge"}]
    share = {"onDemandBaseCapacity": 3, "onDemandPercentageAboveBaseCapacity": 25}
    assert sizes(mixed(some, share)) == [
        (PurchaseOption.ON_DEMAND, 5, 11, ("g6.xlarge",)),  # 3 + a quarter of 5, rounded up; 3 + a quarter of 29
        (PurchaseOption.SPOT, 3, 21, ("g6.xlarge",)),
    ]
    assert sizes(mixed(some, {})) == [(PurchaseOption.ON_DEMAND, 8, 32, ("g6.xlarge",))]
    base = {"onDemandBaseCapacity": 2, "onDemandPercentageAboveBaseCapacity": 0}
    assert [one[:3] for one in sizes(mixed(some, base))] == [
        (PurchaseOption.ON_DEMAND, 2, 2),
        (PurchaseOption.SPOT, 6, 30),
    ]
    unknown = {"onDemandPercentageAboveBaseCapacity": UNKNOWN}
    assert [one[:3] for one in sizes(mixed(some, unknown))] == [(PurchaseOption.ON_DEMAND, None, 32)]


def test_weights_are_turned_into_nodes() -> None:
    weighted = [
        {"instanceType": "g6.xlarge", "weightedCapacity": "4"},
        {"instanceType": "g6.2xlarge", "weightedCapacity": 8},
    ]
    types = ("g6.xlarge", "g6.2xlarge")
    assert sizes(mixed(weighted, {}, minSize=20)) == [(PurchaseOption.ON_DEMAND, 3, 8, types)]
    odd = [{"instanceType": "g6.xlarge", "weightedCapacity": UNKNOWN}]
    assert [one[1:3] for one in sizes(mixed(odd, {}))] == [(None, None)]
    assert [one[1:3] for one in sizes(mixed(weighted, {}, desiredCapacityType="vcpu"))] == [(None, None)]


@pytest.mark.parametrize("other", [{"instanceType": UNKNOWN}, {"instanceRequirements": {"vcpuCount": {"min": 8}}}])
def test_types_of_which_one_is_not_known_are_not_known(other: dict[str, Any]) -> None:
    (nodes,) = items(mixed([{"instanceType": "g6.xlarge"}, other], {}))
    assert nodes.label == "8 to 32 × instances of an unknown type"


def test_a_desired_size_that_is_unknown_is_not_the_least_one() -> None:
    made = template(instanceType="g6.xlarge")
    (nodes,) = items(made, group(made, minSize=0, maxSize=5, desiredCapacity=UNKNOWN))
    assert (nodes.quantity, nodes.most, nodes.label) == (None, 5, "up to 5 × g6.xlarge")


@pytest.mark.parametrize("owner", [GROUP, INSTANCE])
def test_a_deployed_reservation_that_is_named_by_its_id_is_billed_once(owner: str) -> None:
    made = replace(resource(RESERVATION, "r", {"instanceType": "p4d.24xlarge", "instanceCount": 1}), id="cr-1")
    target = {"capacityReservationTarget": {"capacityReservationId": "cr-1"}}
    nodes = {"instanceType": "p4d.24xlarge", "capacityReservationSpecification": target}
    of = resource("aws:ec2/launchTemplate:LaunchTemplate", "t", nodes, capacityReservationSpecification=made.urn)
    for using in (
        resource(GROUP, "g", {"minSize": 1, "maxSize": 1}, launchTemplate=of.urn)
        if owner == GROUP
        else resource(INSTANCE, "i", nodes),
    ):
        found = items(made, of, using)
        assert [item.kind for item in found] == ["reservation", "instance"]
        assert price_items(found, load()).now.usd_per_hour == pytest.approx(21.957642)  # the catalogue's rate, once


def test_a_reservation_pays_for_nodes_without_gpus_too() -> None:
    made = resource(RESERVATION, "r", {"instanceType": "m7i.2xlarge", "instanceCount": 2})
    key = "capacityReservationSpecification"
    of = resource("aws:ec2/launchTemplate:LaunchTemplate", "t", {"instanceType": "m7i.2xlarge"}, **{key: made.urn})
    cost = price_items(items(made, of, group(of, minSize=2, maxSize=2)), load())
    assert [line.marker for line in cost.lines][1:] == ["included"]


AMOUNTS = [-1, "-5", float("nan"), float("inf"), 10**400, 1e308, "1e999", "many", True, [], {}]


@pytest.mark.parametrize("amount", AMOUNTS)
def test_what_is_no_amount_is_not_summed_and_not_free(amount: Any) -> None:
    block = {"deviceName": "/dev/xvda", "ebs": {"volumeSize": amount, "volumeType": "io2", "iops": amount}}
    made = template(instanceType="g6.xlarge", blockDeviceMappings=[block])
    found = items(
        made,
        group(made, minSize=amount, maxSize=amount),
        resource(RESERVATION, "r", {"instanceType": "p5.48xlarge", "instanceCount": amount}),
        resource("aws:ebs/volume:Volume", "v", {"size": amount}),
        resource("aws:fsx/lustreFileSystem:LustreFileSystem", "l", {"storageCapacity": amount}),
    )
    assert {item.quantity for item in found} == {None}
    cost = price_items(found, load())
    assert (cost.at_max.usd_per_month, cost.at_max.at_least) == (0, True)


@pytest.mark.parametrize(
    "price",
    [
        {"purchase": "barter", "family": "p5", "rate_usd_per_hour": 1},
        {"family": "p5", "rate_usd_per_hour": 1},
        {"purchase": "on_demand", "family": "p5", "discount_percent": 150},
        {"purchase": "on_demand", "family": "p5", "rate_usd_per_hour": UNKNOWN},
        {"purchase": "on_demand", "rate_usd_per_hour": 1},
        "a price",
    ],
)
def test_a_price_of_ones_own_that_can_not_be_understood_is_not_used(price: Any) -> None:
    from rackguard.economics.graph_items import own_prices_of_graph

    cluster = resource("rackguard-aws:index:GpuCluster", "c", {"prices": [price]})
    assert own_prices_of_graph(graph(cluster)) == []


@pytest.mark.parametrize(
    ("block", "hours"),
    [
        ({"start": "2026-12-07T11:30:00Z", "end": "2026-12-08T11:30:00Z"}, 24),
        ({"start": "2026-12-07T11:30:00Z", "end": "2026-12-08"}, 730),
        ({"start": "soon", "end": "later"}, 730),
        ({"start": UNKNOWN}, 730),
    ],
)
def test_a_block_without_its_times_is_a_month(block: dict[str, Any], hours: float) -> None:
    pool = resource(
        "rackguard-aws:index:NodePool",
        "p",
        {"pool": {"purchase": {"capacity_block": block}, "commitment": {"kind": "handshake"}}},
    )
    pool = replace(pool, custom=False)
    market = {"instanceMarketOptions": {"marketType": "capacity-block"}}
    made = template(instanceType="p5.48xlarge", **market)
    nodes = replace(group(made, minSize=0, maxSize=1), parent=pool.urn)
    (item,) = items_of_graph(graph(pool, made, nodes), load())
    assert (item.hours, item.commitments) == (hours, ())
