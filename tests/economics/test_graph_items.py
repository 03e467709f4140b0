"""What a graph is billed for: items of anybody's stack, worked by hand from the resources' inputs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rackguard.catalog.catalog import load
from rackguard.catalog.types import PurchaseOption
from rackguard.economics.carbon import carbon_of_items
from rackguard.economics.cost import price_items
from rackguard.economics.graph_items import items_of_graph
from rackguard.economics.items import BillableItem
from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN, Resource, Secret

PROVIDER = "urn:pulumi:s::p::pulumi:providers:aws::aws"


def resource(type_: str, name: str, inputs: dict[str, Any], **sources: str) -> Resource:
    """A resource in us-east-1; `sources` are URNs by the input that takes its value from them."""
    return Resource(
        urn=f"urn:pulumi:s::p::{type_}::{name}",
        type=type_,
        name=name,
        parent=None,
        provider=f"{PROVIDER}::id",
        custom=True,
        inputs=inputs,
        property_dependencies={key: (urn,) for key, urn in sources.items()},
    )


def graph(*resources: Resource) -> Graph:
    provider = Resource(PROVIDER, "pulumi:providers:aws", "aws", None, None, True, {"region": "us-east-1"})
    return Graph("s", "p", (provider, *resources))


def template(**inputs: Any) -> Resource:
    return resource("aws:ec2/launchTemplate:LaunchTemplate", "t", inputs)


def group(of: Resource, **inputs: Any) -> Resource:
    return resource("aws:autoscaling/group:Group", "g", inputs, launchTemplate=of.urn)


def items(*resources: Resource) -> list[BillableItem]:
    return items_of_graph(graph(*resources), load())


def test_a_group_is_its_nodes_and_a_volume_for_each() -> None:
    made = template(
        instanceType="g6.xlarge",
        blockDeviceMappings=[
            {"deviceName": "/dev/sda1", "ebs": {"volumeSize": 100, "volumeType": "gp3", "iops": 4000}},
            {"deviceName": "/dev/sdf", "ebs": {"volumeSize": 1000, "volumeType": "io2", "iops": 33000}},
            {"deviceName": "/dev/sdb", "virtualName": "ephemeral0"},
        ],
    )
    nodes, *volumes = items(made, group(made, minSize=2, maxSize=5))
    assert nodes == BillableItem(
        "2 to 5 × g6.xlarge",
        "g",
        "instance",
        2,
        "hour",
        "us-east-1",
        quantity_max=5,
        instance_types=("g6.xlarge",),
        purchase=PurchaseOption.ON_DEMAND,
    )
    assert [(item.label, item.service, item.quantity, item.most, item.unit) for item in volumes] == [
        ("root volumes, gp3 storage", ("EBS", "gp3 storage"), 200, 500, "GB-month"),
        ("root volumes, gp3 IOPS above 3000", ("EBS", "gp3 IOPS above 3000"), 2000, 5000, "IOPS-month"),
        ("/dev/sdf volumes, io2 storage", ("EBS", "io2 storage"), 2000, 5000, "GB-month"),
        ("/dev/sdf volumes, io2 IOPS up to 32000", ("EBS", "io2 IOPS up to 32000"), 64000, 160000, "IOPS-month"),
        ("/dev/sdf volumes, io2 IOPS 32001-64000", ("EBS", "io2 IOPS 32001-64000"), 2000, 5000, "IOPS-month"),
    ]


def test_the_desired_size_is_certain() -> None:
    made = template(instanceType="g6.xlarge")
    (nodes,) = items(made, group(made, minSize=0, maxSize=5, desiredCapacity=3))
    assert (nodes.quantity, nodes.most) == (3, 5)


def test_a_cpu_type_is_no_gpu_node() -> None:
    made = template(instanceType="m7i.large")
    (nodes,) = items(made, group(made, minSize=1, maxSize=1))
    assert nodes.kind == "cpu_instance"


@pytest.mark.parametrize("size", [UNKNOWN, Secret(known=True)])
def test_what_is_unknown_or_secret_is_no_amount(size: object) -> None:
    made = template(
        instanceType="g6.xlarge", blockDeviceMappings=[{"deviceName": "/dev/xvda", "ebs": {"volumeSize": size}}]
    )
    nodes, volume = items(made, group(made, minSize=size, maxSize=size))
    assert (nodes.quantity, nodes.most, nodes.label) == (None, None, "an unknown number of × g6.xlarge")
    assert (volume.quantity, volume.service) == (None, ("EBS", "gp2 storage"))


def test_spot_by_the_template_and_by_a_mixed_policy() -> None:
    spot = template(instanceType="g6.xlarge", instanceMarketOptions={"marketType": "spot"})
    assert items(spot, group(spot, minSize=1, maxSize=1))[0].purchase is PurchaseOption.SPOT
    plain = template()
    mixed = resource(
        "aws:autoscaling/group:Group",
        "g",
        {
            "minSize": 1,
            "maxSize": 4,
            "mixedInstancesPolicy": {
                "instancesDistribution": {"onDemandPercentageAboveBaseCapacity": 0},
                "launchTemplate": {"overrides": [{"instanceType": "g6.xlarge"}, {"instanceType": "g5.xlarge"}]},
            },
        },
        mixedInstancesPolicy=plain.urn,
    )
    (nodes,) = items(plain, mixed)
    assert (nodes.purchase, nodes.instance_types) == (PurchaseOption.SPOT, ("g6.xlarge", "g5.xlarge"))


def test_a_reservation_is_billed_empty_and_pays_for_the_nodes_in_it() -> None:
    reservation = resource(
        "aws:ec2/capacityReservation:CapacityReservation", "r", {"instanceType": "p4d.24xlarge", "instanceCount": 2}
    )
    made = resource(
        "aws:ec2/launchTemplate:LaunchTemplate",
        "t",
        {
            "instanceType": "p4d.24xlarge",
            "capacityReservationSpecification": {"capacityReservationTarget": {"capacityReservationId": UNKNOWN}},
        },
        capacityReservationSpecification=reservation.urn,
    )
    held, nodes = items(reservation, made, group(made, minSize=0, maxSize=3))
    assert (held.kind, held.quantity, held.most, held.purchase) == ("reservation", 2, 2, PurchaseOption.RESERVATION)
    assert (nodes.kind, nodes.quantity, nodes.most, nodes.capacity) == ("instance", 0, 3, reservation.urn)
    cost = price_items([held, nodes], load())
    assert cost.now.usd_per_hour == pytest.approx(2 * 21.957642)  # the catalogue's on-demand rate in us-east-1
    assert cost.at_max.usd_per_hour == pytest.approx(3 * 21.957642)


def test_a_reservation_without_nodes_is_billed() -> None:
    (held,) = items(
        resource(
            "aws:ec2/capacityReservation:CapacityReservation", "r", {"instanceType": "p4d.24xlarge", "instanceCount": 2}
        )
    )
    assert (held.kind, held.quantity, held.instance_types) == ("reservation", 2, ("p4d.24xlarge",))


def test_an_existing_reservation_is_taken_to_hold_what_its_groups_may_have() -> None:
    target = {"capacityReservationTarget": {"capacityReservationId": "cr-0123456789abcdef0"}}
    made = template(instanceType="p4d.24xlarge", capacityReservationSpecification=target)
    one = group(made, minSize=1, maxSize=2)
    other = resource("aws:autoscaling/group:Group", "h", {"minSize": 0, "maxSize": 1}, launchTemplate=made.urn)
    held, *nodes = items(made, one, other)
    assert (held.kind, held.quantity) == ("reservation", 3)
    assert [item.kind for item in nodes] == ["instance", "instance"]


def test_services_are_counted_and_what_only_use_tells_is_no_amount() -> None:
    found = items(
        resource("aws:ec2/natGateway:NatGateway", "a", {}),
        resource("aws:ec2/natGateway:NatGateway", "a", {}),
        resource("aws:ec2/vpcEndpoint:VpcEndpoint", "s3", {"vpcEndpointType": "Gateway"}),
        resource("aws:ec2/vpcEndpoint:VpcEndpoint", "kms", {"vpcEndpointType": "Interface", "subnetIds": ["a", "b"]}),
        resource("aws:kms/key:Key", "k", {}),
        resource("aws:s3/bucket:Bucket", "b", {}),
        resource("aws:ebs/volume:Volume", "v", {"size": 50, "type": "gp3"}),
    )
    assert [(item.subject, item.label, item.quantity, item.unit) for item in found] == [
        ("v", "volume, gp3 storage", 50, "GB-month"),
        ("b", "S3 storage", None, "GB-month"),
        ("a", "NAT gateway", 2, "hour"),
        ("a", "NAT traffic", None, "GB"),
        ("kms", "interface endpoint", 2, "hour"),
        ("kms", "endpoint traffic", None, "GB"),
        ("k", "customer key", 1, "key-month"),
    ]


def test_the_region_is_the_resources_own_then_its_providers() -> None:
    own = resource("aws:kms/key:Key", "k", {"region": "eu-west-1"})
    theirs = resource("aws:kms/key:Key", "l", {})
    unknown = Resource("urn:pulumi:s::p::aws:kms/key:Key::m", "aws:kms/key:Key", "m", None, "elsewhere::id", True, {})
    assert [item.region for item in items(own, theirs, unknown)] == ["eu-west-1", "us-east-1", "us-east-1"]
    assert items_of_graph(Graph("s", "p", (unknown,)), load())[0].region == ""


def test_nodes_of_an_unknown_type_have_neither_price_nor_emissions_and_are_not_free() -> None:
    found = items(resource("aws:ec2/instance:Instance", "i", {"instanceType": UNKNOWN}))
    cost, carbon = price_items(found, load()), carbon_of_items(found, load())
    assert [(line.label, line.unpriced) for line in cost.lines] == [("1 × instances of an unknown type", True)]
    assert cost.now.at_least
    assert [(line.instance_type, line.now.kg_per_hour) for line in carbon.lines] == [("unknown type", None)]
    assert carbon.now.at_least


def test_what_is_only_read_is_not_the_stacks_to_pay_for() -> None:
    read = replace(resource("aws:kms/key:Key", "k", {}), external=True)
    assert items(read) == []


def test_the_subjects_that_are_named_come_first() -> None:
    keys = [resource("aws:kms/key:Key", name, {}) for name in ("a", "b", "c")]
    found = items_of_graph(graph(*keys), load(), ["c", "b"])
    assert [item.subject for item in found] == ["c", "b", "a"]
