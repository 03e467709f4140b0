"""Whatever resources hold, a graph is priced: in finite figures that are never below zero."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.economics.test_graph_items import graph, resource

from rackguard.catalog.catalog import load
from rackguard.economics.carbon import carbon_of_items
from rackguard.economics.cost import price_items
from rackguard.economics.from_graph.inputs import LARGEST, number, percent
from rackguard.economics.from_graph.unread import READ
from rackguard.economics.graph_items import items_of_graph, own_prices_of_graph
from rackguard.graph.resource import UNKNOWN, Resource, Secret

TYPES = [
    *sorted(READ),
    "rackguard-aws:index:GpuCluster",
    "rackguard-aws:index:NodePool",
    "rackguard-aws:index:Access",
    "aws:ec2/subnet:Subnet",
    "aws:eks/nodeGroup:NodeGroup",
]
KEYS = [
    "availabilityZoneId",
    "blockDeviceMappings",
    "capacityReservationId",
    "capacityReservationSpecification",
    "capacityReservationTarget",
    "capacity_block",
    "commitment",
    "count",
    "data_volumes",
    "deploymentType",
    "desiredCapacity",
    "desiredCapacityType",
    "deviceName",
    "discount_percent",
    "ebs",
    "ebsBlockDevices",
    "end",
    "expectedGib",
    "family",
    "id",
    "instanceCount",
    "instanceMarketOptions",
    "instanceType",
    "instance_type",
    "instancesDistribution",
    "iops",
    "kind",
    "launchConfiguration",
    "launchTemplate",
    "launchTemplateId",
    "launchTemplateSpecification",
    "logDestinationType",
    "marketType",
    "maxSize",
    "metadataConfiguration",
    "minSize",
    "mixedInstancesPolicy",
    "mount",
    "onDemandBaseCapacity",
    "onDemandPercentageAboveBaseCapacity",
    "overrides",
    "perUnitStorageThroughput",
    "pool",
    "poolName",
    "prices",
    "provisionedThroughputInMibps",
    "purchase",
    "rate_usd_per_hour",
    "region",
    "reservation",
    "rootBlockDevice",
    "share_percent",
    "size",
    "source",
    "spotPrice",
    "start",
    "storageCapacity",
    "store",
    "subnetIds",
    "throughput",
    "throughputMode",
    "type",
    "volumeSize",
    "volumeType",
    "vpcEndpointType",
    "weightedCapacity",
]
ODD = st.sampled_from(
    [
        None,
        True,
        -1,
        0,
        0.5,
        3,
        10**400,
        1e308,
        float("nan"),
        float("-inf"),
        UNKNOWN,
        Secret(known=True),
        "",
        "nan",
        "1e999",
        "-5",
        "12",
        "p5.48xlarge",
        "m7i.large",
        "t.u",
        "spot",
        "capacity-block",
        "on_demand",
        "id-0",
        "id-1",
        "ri_1y",
        "io2",
        "gp3",
        "elastic",
        "Interface",
        "vcpu",
        "us-east-1",
        "2026-12-01",
        "2026-12-02T00:00:00Z",
        "\N{ESCAPE}[31m",
    ]
)


def holding(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(parts, max_size=3) | st.dictionaries(st.sampled_from(KEYS), parts, max_size=12)


VALUES = st.recursive(ODD, holding, max_leaves=40)


@st.composite
def resources(draw: st.DrawFn) -> list[Resource]:
    made: list[Resource] = []
    for place in range(draw(st.integers(1, 6))):
        type_ = draw(st.sampled_from(TYPES))
        one = resource(type_, f"n{place}", draw(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=20)))
        urns = [other.urn for other in made]
        if urns:
            sources = {key: (draw(st.sampled_from(urns)),) for key in draw(st.sets(st.sampled_from(KEYS), max_size=8))}
            one = replace(one, parent=draw(st.sampled_from([None, *urns])), property_dependencies=sources)
        made.append(replace(one, id=f"id-{place}", external=draw(st.integers(0, 9)) == 0))
    return made


@given(found=resources())
@settings(max_examples=100, deadline=None)
def test_any_resources_at_all_are_priced(found: list[Resource]) -> None:
    whole = graph(*found)
    items = items_of_graph(whole, load())
    cost = price_items(items, load(), own_prices_of_graph(whole))
    figures = [getattr(total, key) for total in (cost.now, cost.at_max) for key in ("usd_per_hour", "usd_per_month")]
    carbon = carbon_of_items(items, load())
    figures += [carbon.now.kg_per_month, carbon.at_max.kg_per_month]
    assert all(isfinite(figure) and figure >= 0 for figure in figures)


@given(value=ODD | st.floats() | st.integers() | st.text(max_size=8) | VALUES)
def test_an_amount_is_a_number_from_0_to_the_largest_or_none(value: Any) -> None:
    amount, share = number(value), percent(value)
    assert amount is None or 0 <= amount <= LARGEST
    assert share is None or (share == amount and share <= 100)
