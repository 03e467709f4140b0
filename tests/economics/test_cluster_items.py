"""What a cluster is billed for: each item with its amount, worked by hand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from rackguard.aws import clock, lookups, program
from rackguard.catalog.catalog import load
from rackguard.catalog.types import PurchaseOption
from rackguard.economics.graph_items import items_of_graph, own_prices_of_graph
from rackguard.economics.items import BillableItem
from rackguard.economics.lustre import metadata_iops_included
from rackguard.graph.graph import Graph
from rackguard.graph.offline import Deployment, record_program
from rackguard.spec.ssh_key import EXAMPLE_PUBLIC_KEY

NOW = datetime(2026, 12, 1, tzinfo=UTC)
WEEK = {"id": "cr-0fedcba9876543210", "start": "2027-01-11T11:30:00Z", "end": "2027-01-18T11:30:00Z"}

Items = Callable[..., list[BillableItem]]


def graph_of(*, now: datetime = NOW, region: str = "us-east-2", **given: Any) -> Graph:
    """The cluster's resources."""
    declared: dict[str, Any] = {
        "name": "llm",
        "account_id": "123456789012",
        "tags": {"owner": "ml", "environment": "dev", "classification": "internal"},
        "access": {"users": [{"name": "ana", "keys": [EXAMPLE_PUBLIC_KEY]}]},
        "pools": {"train": pool()},
    }
    config = {"aws:region": region, "rackguard:cluster": {**declared, **given}}
    with clock.at(now):
        return record_program(program.run, Deployment("rackguard", "test", config), lookups.TOKENS)


def pool(instance_type: str = "g6.xlarge", **given: Any) -> dict[str, Any]:
    return {"instance_type": instance_type, "zone_id": "use2-az1", "nodes": {"max": 1}, **given}


def billed(*, now: datetime = NOW, region: str = "us-east-2", **given: Any) -> list[BillableItem]:
    return items_of_graph(graph_of(now=now, region=region, **given), load())


def amounts(items: list[BillableItem], subject: str) -> dict[str, tuple[float | None, float | None, str]]:
    return {item.label: (item.quantity, item.most, item.unit) for item in items if item.subject == subject}


def test_an_elastic_pool_bills_its_smallest_and_its_largest_size() -> None:
    items = billed(pools={"train": pool(nodes={"min": 2, "max": 6}, root={"size_gib": 300})})
    assert amounts(items, "pools.train") == {
        "2 to 6 × g6.xlarge": (2, 6, "hour"),
        "root volumes, gp3 storage": (600, 1800, "GB-month"),
    }


def test_a_desired_size_is_what_is_certain() -> None:
    items = billed(pools={"train": pool(nodes={"min": 0, "max": 6, "desired": 4})})
    assert amounts(items, "pools.train")["4 to 6 × g6.xlarge"] == (4, 6, "hour")


def test_a_reservation_is_an_item_beside_the_nodes_in_it() -> None:
    bought = {"reservation": {"create": 3}}
    held, nodes, _ = billed(pools={"train": pool("p4d.24xlarge", nodes={"min": 1, "max": 2}, purchase=bought)})[:3]
    assert (held.label, held.kind, held.quantity, held.most) == ("reservation of 3 × p4d.24xlarge", "reservation", 3, 3)
    assert (nodes.label, nodes.kind, nodes.quantity, nodes.most) == ("1 to 2 × p4d.24xlarge", "instance", 1, 2)
    assert held.capacity_key == nodes.capacity_key
    assert held.hours == nodes.hours == 730


@pytest.mark.parametrize(("count", "held"), [({"count": 8}, 8), ({}, 4)])
def test_an_existing_reservation_holds_what_is_declared_or_the_pools_most_nodes(
    count: dict[str, int], held: int
) -> None:
    bought = {"reservation": {"id": "cr-0123456789abcdef0", **count}}
    items = billed(pools={"train": pool("p5.48xlarge", nodes={"max": 4}, purchase=bought)})
    assert (items[0].quantity, items[0].capacity) == (held, "cr-0123456789abcdef0")


def test_a_reservation_that_two_pools_share_is_billed_once() -> None:
    shared = {"reservation": {"id": "cr-0123456789abcdef0", "count": 8}}
    pools = {name: pool("p5.48xlarge", nodes={"min": 4, "max": 4}, purchase=shared) for name in ("train", "tune")}
    running = [item for item in billed(pools=pools) if item.unit == "hour" and item.subject.startswith("pools.")]
    assert [(item.subject, item.kind, item.quantity) for item in running] == [
        ("pools.train", "reservation", 8),
        ("pools.train", "instance", 4),
        ("pools.tune", "instance", 4),
    ]
    assert {item.capacity for item in running} == {"cr-0123456789abcdef0"}


def test_a_shared_reservation_without_a_count_holds_the_nodes_of_all_its_pools() -> None:
    shared = {"reservation": {"id": "cr-0123456789abcdef0"}}
    pools = {name: pool("p5.48xlarge", nodes={"max": most}, purchase=shared) for name, most in (("a", 3), ("b", 2))}
    assert [item.quantity for item in billed(pools=pools) if item.kind == "reservation"] == [5]


def test_a_block_bills_its_own_hours_and_its_nodes_volumes_for_no_longer() -> None:
    bought = {"capacity_block": {**WEEK, "count": 4}}
    items = billed(pools={"sprint": pool("p5en.48xlarge", nodes={"max": 4}, purchase=bought)})
    held, nodes, volumes = items[:3]
    assert (held.label, held.kind, held.quantity, held.hours) == (
        "capacity block of 4 × p5en.48xlarge",
        "reservation",
        4,
        168,
    )
    assert (nodes.quantity, nodes.hours, nodes.capacity) == (4, 168, "cr-0fedcba9876543210")
    assert volumes.quantity == pytest.approx(4 * 200 * 168 / 730, rel=1e-12)


def test_a_block_that_is_over_bills_nothing_more() -> None:
    bought = {"capacity_block": WEEK}
    after = datetime(2027, 2, 1, tzinfo=UTC)
    items = billed(now=after, pools={"sprint": pool("p5en.48xlarge", nodes={"max": 4}, purchase=bought)})
    assert {item.label: item.most for item in items if item.subject == "pools.sprint"} == {
        "0 × p5en.48xlarge": 0,
        "root volumes, gp3 storage": 0,
    }


def test_a_commitment_goes_with_what_is_billed() -> None:
    agreed = {"kind": "savings_plan_1y", "share_percent": 60, "discount_percent": 30, "source": "EDP 2026"}
    on_demand = billed(pools={"train": pool(commitment=agreed)})
    assert [(share.kind, share.share_percent, share.discount_percent) for share in on_demand[0].commitments] == [
        ("savings_plan_1y", 60, 30)
    ]
    bought = {"reservation": {"create": 1}}
    held, nodes, _ = billed(pools={"train": pool("p4d.24xlarge", commitment=agreed, purchase=bought)})[:3]
    assert len(held.commitments) == 1
    assert nodes.commitments == ()


def test_volumes_bill_only_what_goes_beyond_their_type() -> None:
    fast = {"size_gib": 500, "iops": 4000, "throughput_mib_s": 500}
    data = {"size_gib": 1000, "type": "io2", "iops": 70000, "mount": "/data"}
    items = billed(pools={"train": pool(nodes={"min": 2, "max": 2}, root=fast, data_volumes=[data])})
    assert {label: quantity for label, (quantity, _, _) in amounts(items, "pools.train").items()} == {
        "2 × g6.xlarge": 2,
        "root volumes, gp3 storage": 1000,
        "root volumes, gp3 IOPS above 3000": 2000,
        "root volumes, gp3 throughput above 125 MiB/s": 750,
        "/data volumes, io2 storage": 2000,
        "/data volumes, io2 IOPS up to 32000": 64000,
        "/data volumes, io2 IOPS 32001-64000": 64000,
        "/data volumes, io2 IOPS above 64000": 12000,
    }


def test_a_login_node_bills_its_hours_disk_and_public_address() -> None:
    access = {
        "users": [{"name": "ana", "keys": [EXAMPLE_PUBLIC_KEY]}],
        "ssh_from": ["203.0.113.0/24"],
        "login_node": {"instance_type": "m7i.2xlarge", "zone_id": "use2-az1"},
    }
    items = billed(access=access)
    assert amounts(items, "access.login_node") == {
        "1 × m7i.2xlarge": (1, 1, "hour"),
        "root volumes, gp3 storage": (100, 100, "GB-month"),
        "public address": (1, 1, "hour"),
    }
    inside = billed(access={**access, "ssh_from": ["10.0.0.0/8"]})
    assert "public address" not in amounts(inside, "access.login_node")


def test_stores_bill_their_size_and_what_only_use_will_tell() -> None:
    storage = {
        "scratch": {
            "lustre": {
                "size_gib": 4800,
                "mib_s_per_tib": 500,
                "zone_id": "use2-az1",
                "metadata_iops": 12000,
                "backup_days": 7,
            },
            "mount": "/fsx",
        },
        "home": {"efs": {"expected_gib": 200}, "mount": "/home"},
        "fixed": {"efs": {"throughput": "provisioned", "provisioned_mib_s": 100}, "mount": "/fixed"},
        "checkpoints": {"s3": {"expected_gib": 5000}},
        "results": {"s3": {}},
    }
    items = billed(storage=storage)
    assert amounts(items, "storage.scratch") == {
        "Lustre, 4,800 GiB": (4800, 4800, "GB-month"),
        "Lustre metadata IOPS": (6000, 6000, "IOPS-month"),
        "Lustre backups": (None, None, "GB-month"),
    }
    assert amounts(items, "storage.home") == {
        "EFS storage": (200, 200, "GB-month"),
        "EFS reads": (None, None, "GB"),
        "EFS writes": (None, None, "GB"),
    }
    assert amounts(items, "storage.fixed") == {
        "EFS storage": (None, None, "GB-month"),
        "EFS throughput": (100, 100, "MiBps-month"),
    }
    assert amounts(items, "storage.checkpoints") == {"S3 storage": (5000, 5000, "GB-month")}
    assert amounts(items, "storage.results") == {"S3 storage": (None, None, "GB-month")}
    assert amounts(items, "storage.access-logs") == {"S3 storage": (None, None, "GB-month")}


@pytest.mark.parametrize(
    ("size_gib", "iops"),
    [
        (1200, 1500),
        (2400, 3000),
        (4800, 6000),
        (9600, 6000),
        (12000, 12000),
        (45600, 12000),
        (48000, 24000),
        (69600, 24000),
        (72000, 36000),
    ],
)
def test_metadata_iops_that_a_lustre_size_includes(size_gib: int, iops: int) -> None:
    assert metadata_iops_included(size_gib) == iops


def test_the_network_bills_gateways_addresses_endpoints_and_their_traffic() -> None:
    pools = {"a": pool(), "b": pool(zone_id="use2-az2")}
    network = {"cidr": "10.0.0.0/16", "nat": "per_zone", "endpoints": ["s3", "kms", "logs"]}
    items = billed(pools=pools, network=network)
    assert amounts(items, "network.nat") == {
        "NAT gateway": (2, 2, "hour"),
        "public address": (2, 2, "hour"),
        "NAT traffic": (None, None, "GB"),
    }
    # Two interface endpoints in two zones; S3's is a gateway and costs nothing.
    assert amounts(items, "network.endpoints") == {
        "interface endpoint": (4, 4, "hour"),
        "endpoint traffic": (None, None, "GB"),
    }


def test_an_existing_network_bills_nothing() -> None:
    subnet = {"id": "subnet-0123456789abcdef0", "zone_id": "use2-az1", "cidr": "10.0.0.0/20"}
    items = billed(network={"existing": {"vpc_id": "vpc-0123456789abcdef0", "subnets": [subnet]}})
    assert [item.label for item in items if item.subject.startswith("network.")] == []


def test_a_new_key_is_billed_and_an_existing_one_is_not() -> None:
    assert amounts(billed(), "encryption") == {"customer key": (1, 1, "key-month")}
    arn = "arn:aws:kms:us-east-2:123456789012:key/00000000-0000-0000-0000-000000000000"
    assert amounts(billed(encryption={"key": arn}), "encryption") == {}


def test_logs_are_billed_by_use() -> None:
    assert amounts(billed(), "logs") == {
        "flow logs": (None, None, "GB"),
        "records": (None, None, "GB"),
        "logs kept": (None, None, "GB-month"),
    }


def test_every_service_item_has_a_price_in_us_east_1_in_the_unit_that_it_is_billed_in() -> None:
    storage = {
        "scratch": {
            "lustre": {
                "size_gib": 1200,
                "mib_s_per_tib": 125,
                "zone_id": "use1-az1",
                "metadata_iops": 12000,
                "backup_days": 7,
            },
            "mount": "/fsx",
        },
        "home": {"efs": {}, "mount": "/home"},
        "fixed": {"efs": {"throughput": "provisioned", "provisioned_mib_s": 100}, "mount": "/fixed"},
        "checkpoints": {"s3": {}},
    }
    volume = {"size_gib": 1000, "type": "io2", "iops": 70000, "mount": "/data"}
    fast = {"size_gib": 500, "iops": 4000, "throughput_mib_s": 500}
    items = billed(
        region="us-east-1",
        storage=storage,
        pools={"train": pool(zone_id="use1-az1", root=fast, data_volumes=[volume])},
        network={"cidr": "10.0.0.0/16", "nat": "one", "endpoints": ["s3", "kms"]},
    )
    services = [item for item in items if item.service]
    assert len(services) > 20
    for item in services:
        assert item.service is not None
        price = load().service_price(*item.service, "us-east-1")
        assert price is not None, item.service
        assert price.unit == item.unit, item.service


def test_own_prices_are_handed_on_as_declared() -> None:
    declared = [
        {"family": "p5", "purchase": "reservation", "discount_percent": 28, "source": "agreement 2026"},
        {"instance_type": "g6.xlarge", "purchase": "spot", "rate_usd_per_hour": 0.31, "source": "quote"},
    ]
    by_family, by_type = own_prices_of_graph(graph_of(prices=declared))
    assert (by_family.family, by_family.purchase, by_family.discount_percent, by_family.source) == (
        "p5",
        PurchaseOption.RESERVATION,
        28,
        "agreement 2026",
    )
    assert (by_type.instance_type, by_type.rate_usd_per_hour, by_type.discount_percent) == ("g6.xlarge", 0.31, None)
