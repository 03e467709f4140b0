"""Prices of GPU types: exact cells, and what must never be taken for a price."""

from __future__ import annotations

from itertools import product
from statistics import median

import pytest

from rackguard.catalog.catalog import load
from rackguard.catalog.tables import table
from rackguard.catalog.types import Commitment, Price, PurchaseOption, Source

CATALOG = load()
PAIRS: list[tuple[str, str]] = [
    *{(o.instance_type, o.region) for o in CATALOG.offerings()},
    *product(("p2.xlarge", "p3.2xlarge", "g3.4xlarge", "g4ad.xlarge", "p6e-gb200.36xlarge"), CATALOG.regions()),
]


def amount(price: Price | None) -> float | None:
    return price.amount_usd if price else None


def test_on_demand_cell_with_its_source() -> None:
    assert CATALOG.on_demand_price("p5.48xlarge", "us-east-1") == Price(
        amount_usd=55.04,  # cut from 98.32 in June 2025
        unit="hour",
        purchase=PurchaseOption.ON_DEMAND,
        source=Source("AWS, on-demand prices in its Karpenter provider (zz_generated.pricing_aws.go)", "2026-07-20"),
    )


@pytest.mark.parametrize(
    ("name", "region", "usd"),
    [
        ("p5.48xlarge", "eu-west-2", 71.552),
        ("p5en.48xlarge", "us-east-2", 63.296),
        ("p4d.24xlarge", "us-east-1", 21.957642),
        ("p6-b200.48xlarge", "us-west-2", 113.9328),
        ("g6e.12xlarge", "us-east-2", 10.49264),
        ("g6f.large", "sa-east-1", 0.34336),
    ],
)
def test_on_demand(name: str, region: str, usd: float) -> None:
    assert amount(CATALOG.on_demand_price(name, region)) == usd


def test_p5e_has_no_on_demand_price_anywhere() -> None:
    prices = [CATALOG.on_demand_price("p5e.48xlarge", region) for region in CATALOG.regions()]
    assert prices == [None] * 28
    assert [CATALOG.estimate("p5e.48xlarge", region) for region in CATALOG.regions()] == [None] * 28
    assert amount(CATALOG.capacity_block_price("p5e.48xlarge", "us-east-2")) == 47.76


def test_reserved_price_is_not_on_demand() -> None:
    reserved = CATALOG.reserved_price("p4d.24xlarge", "us-east-1", Commitment.RI_1Y)
    assert reserved is not None
    assert (reserved.amount_usd, reserved.purchase) == (13.921094, Commitment.RI_1Y)
    assert amount(CATALOG.on_demand_price("p4d.24xlarge", "us-east-1")) == 21.957642


@pytest.mark.parametrize("kind", [c for c in Commitment if c is not Commitment.RI_1Y])
def test_other_commitments_have_no_price(kind: Commitment) -> None:
    assert CATALOG.reserved_price("p4d.24xlarge", "us-east-1", kind) is None


def test_p5_and_p6_have_no_reserved_price() -> None:
    families = ("p5.", "p5e.", "p5en.", "p6-")
    pairs = [pair for pair in PAIRS if pair[0].startswith(families)]
    assert len(pairs) > 20
    assert {CATALOG.reserved_price(*pair, Commitment.RI_1Y) for pair in pairs} == {None}


def test_capacity_block_price_is_the_newest_snapshot() -> None:
    price = CATALOG.capacity_block_price("p5.48xlarge", "us-east-1")
    assert price is not None
    assert (price.amount_usd, price.source.as_of) == (41.528, "2026-07-22")
    assert price.purchase is PurchaseOption.CAPACITY_BLOCK
    # The snapshot of 2026-03-01 has 31.464.


def test_capacity_blocks_are_sold_for_p4d_to_p6_only() -> None:
    sold = {name.partition(".")[0] for name, region in PAIRS if CATALOG.capacity_block_price(name, region)}
    assert sold == {"p4d", "p4de", "p5", "p5e", "p5en", "p6-b200", "p6-b300", "p6e-gb200"}


@pytest.mark.parametrize(("nodes", "ultraserver_usd"), [(9, 380.952), (18, 761.904)])
def test_a_node_of_an_ultraserver_costs_its_share(nodes: int, ultraserver_usd: float) -> None:
    price = CATALOG.capacity_block_price("p6e-gb200.36xlarge", "us-east-1")
    assert price is not None
    assert price.amount_usd * nodes == pytest.approx(ultraserver_usd)
    assert price.source.as_of == "2026-07-22"
    assert CATALOG.capacity_block_price("p6e-gb200.36xlarge", "us-east-2") is None


@pytest.mark.parametrize(
    ("zone", "usd", "note"),
    [
        ("use1-az6", 17.6289, ""),
        ("use1-az5", 25.7522, ""),
        ("use1-az1", 55.04, "spot equals on-demand (no spare-capacity discount)"),
    ],
)
def test_spot_of_a_zone(zone: str, usd: float, note: str) -> None:
    price = CATALOG.spot_price("p5.48xlarge", "us-east-1", zone)
    assert price is not None
    assert (price.amount_usd, price.note, price.purchase) == (usd, note, PurchaseOption.SPOT)
    assert price.source == Source("SkyPilot, catalogue of offers (v8 aws/vms.csv at 00148f2af367)", "undated")


def test_spot_of_a_region_is_the_median_and_says_the_range() -> None:
    price = CATALOG.spot_price("p5.48xlarge", "us-east-1")
    assert price is not None
    assert price.amount_usd == 23.45325
    assert price.note == "median of the region's zones, 17.6289 to 55.04"


def test_spot_of_an_unlisted_zone_is_the_regions() -> None:
    assert CATALOG.spot_price("p5.48xlarge", "us-east-2", "use2-az9") == CATALOG.spot_price("p5.48xlarge", "us-east-2")


def test_a_zone_without_a_spot_price_has_none() -> None:
    assert CATALOG.spot_price("p5.48xlarge", "ap-northeast-2", "apne2-az1") is None
    assert CATALOG.spot_price("p5.48xlarge", "eu-north-1", "eun1-az1") is None


def test_regional_spot_figures_are_those_of_the_regions_own_zones() -> None:
    rows = table("aws_spot_az.csv", "instance_type").all_rows()
    checked = 0
    for name, region in {(row["instance_type"], row["region"]) for row in rows}:
        # `use1-atl2-az1` is a local zone's.
        own = [r for r in rows if (r["instance_type"], r["region"]) == (name, region) and r["az_id"].count("-") == 1]
        usd = [float(row["spot_usd_h"]) for row in own if row["spot_usd_h"]]
        price = CATALOG.spot_price(name, region)
        assert amount(price) == (pytest.approx(median(usd), abs=1e-4) if usd else None)
        checked += bool(usd)
    assert checked == 51


def test_estimate_says_so_and_is_never_a_price() -> None:
    estimate = CATALOG.estimate("g7e.12xlarge", "ap-northeast-1")
    assert estimate is not None
    assert estimate.amount_usd == 12.01726
    assert estimate.estimate
    assert estimate.note == "us-east-1 price x regional multiplier of g6e"
    assert estimate.source.as_of == "2026-07-20"
    assert CATALOG.on_demand_price("g7e.12xlarge", "ap-northeast-1") is None


def test_where_there_is_a_price_there_is_no_estimate() -> None:
    both = [p for p in PAIRS if CATALOG.estimate(*p) and CATALOG.on_demand_price(*p)]
    estimated = [p for p in PAIRS if CATALOG.estimate(*p)]
    assert both == []
    assert len(estimated) == 138


def test_no_basis_no_estimate() -> None:
    assert CATALOG.estimate("p6-b200.48xlarge", "ap-south-2") is None


def prices_of(name: str, region: str) -> list[Price]:
    offered = CATALOG.offering(name, region)
    found = [
        CATALOG.on_demand_price(name, region),
        CATALOG.reserved_price(name, region, Commitment.RI_1Y),
        CATALOG.capacity_block_price(name, region),
        CATALOG.spot_price(name, region),
        *(CATALOG.spot_price(name, region, zone) for zone in (offered.zone_ids if offered else ())),
    ]
    return [price for price in found if price]


def test_every_price_is_above_zero_dated_and_no_estimate() -> None:
    prices = [price for pair in PAIRS for price in prices_of(*pair)]
    assert len(prices) > 1500
    assert min(price.amount_usd for price in prices) > 0.1
    assert all(price.source.name and price.source.as_of for price in prices)
    assert {price.unit for price in prices} == {"hour"}
    assert not any(price.estimate for price in prices)


def test_what_costs_less_is_never_dearer_than_on_demand() -> None:
    for pair in PAIRS:
        on_demand = CATALOG.on_demand_price(*pair)
        reserved = CATALOG.reserved_price(*pair, Commitment.RI_1Y)
        if on_demand and reserved:
            assert reserved.amount_usd < on_demand.amount_usd


def test_an_unknown_type_or_region_has_no_price() -> None:
    assert prices_of("p9.48xlarge", "us-east-1") == []
    assert prices_of("p5.48xlarge", "mars-north-1") == []
    assert CATALOG.estimate("p9.48xlarge", "us-east-1") is None


def test_spot_history() -> None:
    history = CATALOG.spot_history("p5.48xlarge", "us-east-2")
    assert history is not None
    assert (history.saving_percent, history.interruption) == (61, "5-10%")
    assert history.source == Source("AWS Spot Instance Advisor", "2025-06-28")
    assert CATALOG.spot_history("p6-b300.48xlarge", "us-east-1") is None
