"""Prices as AWS answers them: exact rates, and what must never be taken for one."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from rackguard.account.refresh.price_rows import block_rows, on_demand_rows, spot_rows

DAY = "2026-11-30"
ZONES = {"us-east-1a": "use1-az6", "us-east-1b": "use1-az1"}


def product(name: str, *rates: str, unit: str = "Hrs", kind: str = "OnDemand") -> str:
    """As GetProducts gives it: JSON text within JSON."""
    dimensions = {
        f"SKU.TERM.{number}": {"unit": unit, "pricePerUnit": {"USD": usd}, "description": ""}
        for number, usd in enumerate(rates)
    }
    attributes = {"instanceType": name, "regionCode": "us-east-1", "tenancy": "Shared"}
    terms = {kind: {"SKU.TERM": {"priceDimensions": dimensions, "sku": "SKU"}}}
    return json.dumps({"product": {"attributes": attributes, "sku": "SKU"}, "terms": terms})


def test_an_on_demand_rate() -> None:
    assert on_demand_rows([product("p5.48xlarge", "55.0400000000")], "us-east-1", DAY) == [
        {"instance_type": "p5.48xlarge", "region": "us-east-1", "usd_h": "55.04", "as_of": DAY}
    ]


def test_what_is_no_rate_makes_no_row() -> None:
    products = [
        product("a", "0.0000000000"),
        product("b", "1.5", kind="Reserved"),
        product("c", "1.5", unit="Quantity"),
        product("d"),
        json.dumps({"product": {"attributes": {}}, "terms": {}}),
        # Two rates of one type: which one counts isn't known.
        product("e", "1.5"),
        product("e", "1.6"),
        # The same one twice, and one beside a listing at 0, are one.
        product("f", "1.5"),
        product("f", "1.50"),
        product("g", "0"),
        product("g", "2.25"),
    ]
    found = {row["instance_type"]: row["usd_h"] for row in on_demand_rows(products, "us-east-1", DAY)}
    assert found == {"f": "1.5", "g": "2.25"}


def offer(name: str, fee: str, **given: Any) -> dict[str, Any]:
    return {
        "InstanceType": name,
        "AvailabilityZone": "us-east-1a",
        "InstanceCount": 1,
        "CapacityBlockDurationHours": 24,
        "StartDate": datetime(2026, 12, 2, 11, 30, tzinfo=UTC),
        "UpfrontFee": fee,
        "CurrencyCode": "USD",
        **given,
    }


def test_a_block_is_told_by_its_least_rate_an_hour_and_node() -> None:
    offers = [
        offer("p5.48xlarge", "996.672"),  # 41.528 an hour
        offer("p5.48xlarge", "3821.0", InstanceCount=2, CapacityBlockDurationHours=48),  # 39.802083 an hour and node
        offer("p5.48xlarge", "1200", AvailabilityZone="us-east-1b"),
        offer("p4d.24xlarge", "283.2", AvailabilityZone="us-east-1b"),  # 11.8 an hour
    ]
    assert block_rows(offers, "us-east-1", ZONES, DAY) == [
        {
            "instance_type": "p5.48xlarge",
            "region": "us-east-1",
            "usd_h": "39.802083",
            "zone_id": "use1-az6",
            "hours": "48",
            "start": "2026-12-02",
            "as_of": DAY,
        },
        {
            "instance_type": "p4d.24xlarge",
            "region": "us-east-1",
            "usd_h": "11.8",
            "zone_id": "use1-az1",
            "hours": "24",
            "start": "2026-12-02",
            "as_of": DAY,
        },
    ]


def test_of_equal_rates_the_earliest_is_told() -> None:
    later = offer("p5.48xlarge", "960", StartDate=datetime(2026, 12, 9, 11, 30, tzinfo=UTC))
    (row,) = block_rows([later, offer("p5.48xlarge", "960")], "us-east-1", ZONES, DAY)
    assert (row["usd_h"], row["start"]) == ("40", "2026-12-02")


def test_what_is_no_block_of_nodes_in_dollars_makes_no_row() -> None:
    offers = [
        offer("a", "24", CurrencyCode="EUR"),
        offer("b", "24", UltraserverType="u-p6e-gb200x36"),
        offer("c", "24", CapacityBlockDurationHours=0),
        offer("d", "0"),
        {key: value for key, value in offer("e", "24").items() if key != "InstanceCount"},
    ]
    assert block_rows(offers, "us-east-1", ZONES, DAY) == []


def seen(name: str, zone: str, usd: str, hour: int, **given: Any) -> dict[str, Any]:
    at = datetime(2026, 11, 30, hour, tzinfo=UTC)
    return {"InstanceType": name, "AvailabilityZone": zone, "SpotPrice": usd, "Timestamp": at, **given}


def test_the_latest_spot_price_of_each_zone_by_its_id() -> None:
    history = [
        seen("p5.48xlarge", "us-east-1a", "17.100000", 9),
        seen("p5.48xlarge", "us-east-1a", "17.500000", 11),
        seen("p5.48xlarge", "us-east-1a", "17.300000", 10),
        seen("p5.48xlarge", "us-east-1b", "20.123456", 8),
        seen("p5.48xlarge", "us-east-1c", "1.0", 8),  # a zone of unknown id
        seen("g6.2xlarge", "us-east-1a", "0.000000", 8),  # nothing is sold at 0
        seen("g6.xlarge", "us-east-1c", "0.3", 8, AvailabilityZoneId="use1-az4"),
    ]
    found = {
        (row["instance_type"], row["zone_id"]): row["usd_h"] for row in spot_rows(history, "us-east-1", ZONES, DAY)
    }
    assert found == {
        ("p5.48xlarge", "use1-az6"): "17.5",
        ("p5.48xlarge", "use1-az1"): "20.123456",
        ("g6.xlarge", "use1-az4"): "0.3",
    }
