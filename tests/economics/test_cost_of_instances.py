"""Rates of nodes, worked by hand from the packaged price files."""

from __future__ import annotations

from math import fsum

import pytest

from rackguard.catalog.types import Commitment, PurchaseOption, Source
from rackguard.economics.cost import price_items
from rackguard.economics.items import CommitmentShare
from rackguard.economics.own_prices import OwnPrice

AGREEMENT = OwnPrice(PurchaseOption.RESERVATION, "agreement 2026", family="p5", discount_percent=28)
RESERVED = {"purchase": PurchaseOption.RESERVATION, "kind": "reservation"}
SPOT = {"purchase": PurchaseOption.SPOT}
SPOT_TABLES = {  # prices by zone, and their medians by region
    "us-east-1": "SkyPilot, catalogue of offers (v8 aws/vms.csv at 00148f2af367)",
    "us-east-2": "SkyPilot, catalogue of offers (v8 aws/vms.csv at 00148f2a)",
}
BLOCK = {"purchase": PurchaseOption.CAPACITY_BLOCK, "kind": "reservation"}


def test_on_demand_at_the_list_price_with_its_source_and_date(catalog, nodes):
    cost = price_items([nodes("p4d.24xlarge", 2)], catalog)
    (line,) = cost.lines
    assert line.marker == "list"
    assert line.source == Source("Vantage (instances.vantage.sh), as copied in tsaol/aws-gpu", "2026-01-21")
    assert line.rate.usd == 21.95764
    assert cost.now.usd_per_hour == pytest.approx(43.91528, abs=1e-9)
    assert cost.now.usd_per_month == pytest.approx(32058.1544, abs=1e-9)
    assert cost.now.usd_upfront == 0
    assert not cost.now.at_least


def test_p5_is_priced_after_the_cut_of_2025(catalog, nodes):
    assert price_items([nodes("p5.48xlarge", 1)], catalog).now.usd_per_hour == 55.04


def test_an_elastic_pool_costs_its_minimum_for_certain_and_its_maximum_at_most(catalog, nodes):
    cost = price_items([nodes("p5.48xlarge", 2, quantity_max=6)], catalog)
    assert cost.now.usd_per_hour == pytest.approx(110.08, abs=1e-9)
    assert cost.at_max.usd_per_hour == pytest.approx(330.24, abs=1e-9)


def test_a_reservation_bills_its_count_at_the_users_discount_even_when_empty(catalog, nodes):
    cost = price_items([nodes("p5.48xlarge", 8, **RESERVED)], catalog, [AGREEMENT])
    (line,) = cost.lines
    assert cost.now.usd_per_hour == pytest.approx(317.0304, abs=1e-9)
    assert cost.now.usd_per_month == pytest.approx(231432.192, abs=1e-6)
    assert line.marker == "yours"
    assert line.source == Source("agreement 2026", "2026-01-21")
    assert line.note == (
        "billed at the on-demand rate even when empty; nodes in it cost nothing more; "
        "28 % off 55.04 USD (Vantage (instances.vantage.sh), as copied in tsaol/aws-gpu, 2026-01-21)"
    )


def test_nodes_in_a_reservation_cost_nothing_more(catalog, nodes):
    held = nodes("p5.48xlarge", 8, **RESERVED)
    running = nodes("p5.48xlarge", 0, quantity_max=8, purchase=PurchaseOption.RESERVATION)
    cost = price_items([held, running], catalog)
    assert [line.marker for line in cost.lines] == ["list", "included"]
    assert cost.now.usd_per_hour == cost.at_max.usd_per_hour == pytest.approx(440.32, abs=1e-9)
    assert cost.lines[1].now is not None
    assert cost.lines[1].now.usd_per_month == 0


def test_nodes_that_a_reservation_has_no_room_for_are_billed(catalog, nodes):
    held = nodes("p5.48xlarge", 2, **RESERVED)
    running = nodes("p5.48xlarge", 2, quantity_max=3, purchase=PurchaseOption.RESERVATION)
    cost = price_items([held, running], catalog)
    assert cost.now.usd_per_hour == pytest.approx(110.08, abs=1e-9)
    assert cost.at_max.usd_per_hour == pytest.approx(165.12, abs=1e-9)
    assert "beyond the capacity in the plan" in cost.lines[1].note


def test_nodes_without_their_reservation_in_the_plan_are_not_free(catalog, nodes):
    lone = nodes("p5.48xlarge", 2, purchase=PurchaseOption.RESERVATION)
    other = nodes("p5.48xlarge", 2, **RESERVED, subject="pools.other")
    assert price_items([lone], catalog).now.usd_per_hour == pytest.approx(110.08, abs=1e-9)
    assert price_items([other, lone], catalog).now.usd_per_hour == pytest.approx(220.16, abs=1e-9)


def test_two_pools_share_a_reservation_by_its_id(catalog, nodes):
    shared = {"purchase": PurchaseOption.RESERVATION, "capacity": "cr-0123456789abcdef0"}
    items = [
        nodes("p5.48xlarge", 3, kind="reservation", subject="pools.a", **shared),
        nodes("p5.48xlarge", 2, subject="pools.a", **shared),
        nodes("p5.48xlarge", 2, subject="pools.b", **shared),
    ]
    cost = price_items(items, catalog)
    assert [line.quantity for line in cost.lines] == [3, 0, 1]
    assert cost.now.usd_per_hour == pytest.approx(4 * 55.04, abs=1e-9)


def test_a_capacity_block_is_paid_up_front_for_its_hours(catalog, nodes):
    cost = price_items([nodes("p5en.48xlarge", 4, hours=168, **BLOCK)], catalog)
    (line,) = cost.lines
    assert line.rate.usd == 54.92
    assert line.source == Source("AWS Capacity Blocks for ML price page", "2026-07-22")
    assert cost.now.usd_per_hour == pytest.approx(219.68, abs=1e-9)
    assert cost.now.usd_upfront == pytest.approx(36906.24, abs=1e-6)
    assert cost.now.usd_per_month == pytest.approx(36906.24, abs=1e-6)
    assert "paid up front" in line.note


def test_no_more_than_a_month_of_a_long_block_falls_within_a_month(catalog, nodes):
    cost = price_items([nodes("p5en.48xlarge", 4, hours=1000, **BLOCK)], catalog)
    assert cost.now.usd_upfront == pytest.approx(219680, abs=1e-6)
    assert cost.now.usd_per_month == pytest.approx(160366.4, abs=1e-6)


def test_a_block_where_blocks_are_not_sold_has_no_price(catalog, nodes):
    (line,) = price_items([nodes("g6e.12xlarge", 1, hours=24, **BLOCK)], catalog).lines
    assert (line.marker, line.now) == ("no price", None)


@pytest.mark.parametrize(
    ("region", "zones", "usd", "note"),
    [
        ("us-east-1", ("use1-az6",), 17.6289, ""),
        ("us-east-1", ("use1-az1",), 55.04, "spot equals on-demand (no spare-capacity discount)"),
        (
            "us-east-1",
            ("use1-az6", "use1-az5"),
            25.7522,
            "the dearest: p5.48xlarge in use1-az5; the cheapest is p5.48xlarge in use1-az6 at 17.6289 USD",
        ),
        ("us-east-2", (), 11.5616, "median of the region's zones, 11.2543 to 11.9912"),
    ],
)
def test_spot_at_the_zones_price_or_the_regions_median(catalog, nodes, region, zones, usd, note):
    (line,) = price_items([nodes("p5.48xlarge", 1, **SPOT, region=region, zone_ids=zones)], catalog).lines
    assert (line.rate.usd, line.marker, line.note) == (usd, "list", note)
    assert line.source == Source(SPOT_TABLES[region], "undated")


def test_spot_without_a_price_is_estimated_from_the_advisors_saving(catalog, nodes):
    cost = price_items([nodes("g6e.12xlarge", 1, **SPOT, zone_ids=("use2-az1",))], catalog)
    (line,) = cost.lines
    assert line.marker == "estimate"
    assert cost.now.usd_per_hour == pytest.approx(4.5118352, abs=1e-9)  # 10.49264 × 0.43
    assert line.source == Source("AWS Spot Instance Advisor", "2025-06-28")
    assert line.note == "on-demand 10.4926 USD less the 30-day saving of 57 %"


def test_a_spot_pool_of_several_types_is_priced_at_the_dearest(catalog, nodes):
    pool = nodes(("g6e.12xlarge", "g6e.24xlarge"), 0, quantity_max=16, **SPOT, zone_ids=("use2-az1", "use2-az2"))
    cost = price_items([pool], catalog)
    assert cost.now.usd_per_hour == 0
    assert cost.at_max.usd_per_hour == pytest.approx(89.1882928, abs=1e-9)  # 16 × 15.06559 × 0.37
    assert "the cheapest is g6e.12xlarge in use2-az1" in cost.lines[0].note


def test_a_zone_without_a_spot_price_makes_the_dearest_an_estimate(catalog, nodes):
    pool = nodes("p5e.48xlarge", 1, **SPOT, zone_ids=("use2-az1", "use2-az2", "use2-az3"))
    (line,) = price_items([pool], catalog).lines
    assert (line.rate.usd, line.marker) == (62.9957, "estimate")
    assert "no price for p5e.48xlarge in use2-az2" in line.note
    assert "p5e.48xlarge in use2-az3 at 18.7359 USD" in line.note


def test_p5e_has_no_on_demand_price_and_no_spot_price_where_none_is_reported(catalog, nodes):
    items = [nodes("p5e.48xlarge", 1), nodes("p5e.48xlarge", 1, **SPOT, zone_ids=("use2-az2",))]
    lines = price_items(items, catalog).lines
    assert [(line.marker, line.rate.usd, line.now) for line in lines] == [("no price", None, None)] * 2
    assert lines[0].note == "no on-demand price of p5e.48xlarge in us-east-2"
    assert lines[1].note == "no spot price of p5e.48xlarge in us-east-2"


def test_an_estimate_says_so(catalog, nodes):
    (line,) = price_items([nodes("g7e.12xlarge", 1, region="ap-northeast-1")], catalog).lines
    assert (line.marker, line.rate.usd) == ("estimate", 12.01726)
    assert line.note == "us-east-1 price x regional multiplier of g6e"


def test_a_login_node_at_the_price_of_its_cpu_type(catalog, nodes):
    (line,) = price_items([nodes("m7i.2xlarge", 1, kind="cpu_instance", purchase=None)], catalog).lines
    assert (line.marker, line.rate.usd) == ("list", 0.4032)


def test_one_year_reserved_instances_cover_their_share_of_the_hours(catalog, nodes):
    share = CommitmentShare(Commitment.RI_1Y, 60, "our account")
    cost = price_items([nodes("p4d.24xlarge", 10, commitments=(share,))], catalog)
    covered, rest = cost.lines
    assert (covered.rate.usd, covered.quantity, covered.marker) == (13.921092, 6, "list")
    assert (rest.rate.usd, rest.quantity, rest.marker) == (21.95764, 4, "list")
    assert cost.now.usd_per_hour == pytest.approx(171.357112, abs=1e-9)  # 83.526552 + 87.83056
    assert covered.label == "p4d.24xlarge nodes, 60 % of the hours"
    assert covered.note.startswith("ri 1y")


@pytest.mark.parametrize(
    ("given", "usd", "marker"),
    [
        ({"rate_usd_per_hour": 30.0}, 30.0, "yours"),
        ({"discount_percent": 45}, 30.272, "yours"),  # 55.04 × 0.55
        ({}, None, "no price"),
    ],
)
def test_a_savings_plan_has_the_users_rate_or_discount_or_no_price(catalog, nodes, given, usd, marker):
    share = CommitmentShare(Commitment.SAVINGS_PLAN_3Y, 100, "plan sp-1", **given)
    (line,) = price_items([nodes("p5.48xlarge", 1, commitments=(share,))], catalog).lines
    assert line.rate.usd == (usd and pytest.approx(usd, abs=1e-9))
    assert line.marker == marker


def test_a_commitment_without_a_price_leaves_the_rest_priced(catalog, nodes):
    share = CommitmentShare(Commitment.SAVINGS_PLAN_1Y, 75, "plan sp-1")
    cost = price_items([nodes("p5.48xlarge", 4, commitments=(share,))], catalog)
    assert [line.marker for line in cost.lines] == ["no price", "list"]
    assert cost.now.usd_per_hour == pytest.approx(55.04, abs=1e-9)
    assert cost.now.at_least
    assert cost.lines[0].note == (
        "savings plan 1y; no list price of savings_plan_1y for p5.48xlarge in us-east-2: give its rate or discount"
    )


def test_a_commitment_lowers_a_reservations_rate_too(catalog, nodes):
    share = CommitmentShare(Commitment.PRIVATE_AGREEMENT, 100, "agreement", discount_percent=50)
    cost = price_items([nodes("p5.48xlarge", 2, **RESERVED, commitments=(share,))], catalog)
    assert cost.now.usd_per_hour == pytest.approx(55.04, abs=1e-9)


@pytest.mark.parametrize(("purchase", "usd"), [(PurchaseOption.SPOT, 11.5616), (PurchaseOption.CAPACITY_BLOCK, 41.528)])
def test_a_commitment_does_not_lower_spot_or_block_prices(catalog, nodes, purchase, usd):
    share = CommitmentShare(Commitment.PRIVATE_AGREEMENT, 100, "agreement", rate_usd_per_hour=1.0)
    (line,) = price_items([nodes("p5.48xlarge", 1, purchase=purchase, commitments=(share,))], catalog).lines
    assert line.rate.usd == usd
    assert "commitments do not lower spot or capacity block prices" in line.note


def test_an_unknown_type_has_no_price(catalog, nodes):
    (line,) = price_items([nodes("p99.48xlarge", 1)], catalog).lines
    assert (line.marker, line.note) == ("no price", "no on-demand price of p99.48xlarge in us-east-2")


def test_the_production_example_adds_up_to_the_cent(catalog, nodes):
    cost = price_items(
        [
            nodes("p5.48xlarge", 8, **RESERVED),
            nodes("p5.48xlarge", 8, purchase=PurchaseOption.RESERVATION),
            nodes("p5en.48xlarge", 4, hours=168, subject="pools.sprint", **BLOCK),
            nodes("m7i.2xlarge", 1, kind="cpu_instance", subject="access.login_node"),
        ],
        catalog,
        [AGREEMENT],
    )
    assert cost.now.usd_per_hour == pytest.approx(537.1136, abs=1e-9)  # 317.0304 + 219.68 + 0.4032
    assert round(cost.now.usd_per_month, 2) == 268632.77  # 231432.192 + 36906.24 + 294.336
    assert cost.now.usd_upfront == pytest.approx(36906.24, abs=1e-6)
    assert cost.by_subject()["pools.train"][0].usd_per_month == pytest.approx(231432.192, abs=1e-6)
    assert list(cost.by_subject()) == ["pools.train", "pools.sprint", "access.login_node"]
    by_subject = [now.usd_per_month for now, _ in cost.by_subject().values()]
    assert fsum(by_subject) == pytest.approx(cost.now.usd_per_month, abs=1e-6)
