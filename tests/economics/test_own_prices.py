"""Which of the user's own prices applies, and to what."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rackguard.catalog.catalog import load
from rackguard.catalog.types import PurchaseOption, Source
from rackguard.economics.cost import price_items
from rackguard.economics.items import BillableItem
from rackguard.economics.own_prices import OwnPrice, own_price

ON_DEMAND = PurchaseOption.ON_DEMAND
FAMILY = OwnPrice(ON_DEMAND, "family", family="p5", discount_percent=10)
TYPE = OwnPrice(ON_DEMAND, "type", instance_type="p5.48xlarge", rate_usd_per_hour=40.0)


def test_the_type_wins_over_its_family_in_any_order():
    assert own_price([FAMILY, TYPE], "p5.48xlarge", ON_DEMAND) is TYPE
    assert own_price([TYPE, FAMILY], "p5.48xlarge", ON_DEMAND) is TYPE
    assert own_price([TYPE, FAMILY], "p5.4xlarge", ON_DEMAND) is FAMILY


def test_the_first_of_equals_wins():
    second = OwnPrice(ON_DEMAND, "second", family="p5", discount_percent=20)
    assert own_price([FAMILY, second], "p5.4xlarge", ON_DEMAND) is FAMILY


@pytest.mark.parametrize(
    ("name", "purchase"),
    [("p5en.48xlarge", ON_DEMAND), ("p5e.48xlarge", ON_DEMAND), ("p5.48xlarge", PurchaseOption.SPOT)],
)
def test_another_family_or_purchase_option_is_not_touched(name, purchase):
    assert own_price([FAMILY, TYPE], name, purchase) is None


def test_an_own_rate_needs_no_list_price(catalog, nodes):
    own = OwnPrice(ON_DEMAND, "agreement 2026", instance_type="p5e.48xlarge", rate_usd_per_hour=50.0)
    cost = price_items([nodes("p5e.48xlarge", 2)], catalog, [own])
    (line,) = cost.lines
    assert (line.marker, cost.now.usd_per_hour) == ("yours", 100.0)
    assert line.source == Source("agreement 2026", "undated")


def test_a_discount_without_a_list_price_is_no_price(catalog, nodes):
    own = OwnPrice(ON_DEMAND, "agreement 2026", family="p5e", discount_percent=28)
    (line,) = price_items([nodes("p5e.48xlarge", 2)], catalog, [own]).lines
    assert (line.marker, line.now) == ("no price", None)
    assert line.note == "no on-demand price of p5e.48xlarge in us-east-2, so nothing to take 28 % off"


def test_a_discount_off_an_estimate_stays_an_estimate(catalog, nodes):
    own = OwnPrice(ON_DEMAND, "agreement 2026", family="g7e", discount_percent=50)
    (line,) = price_items([nodes("g7e.12xlarge", 1, region="ap-northeast-1")], catalog, [own]).lines
    assert line.marker == "estimate"
    assert line.rate.usd == pytest.approx(6.00863, abs=1e-9)


@pytest.mark.parametrize(
    ("purchase", "usd"),
    [
        (PurchaseOption.SPOT, 10.40544),  # 11.5616 × 0.9
        (PurchaseOption.CAPACITY_BLOCK, 37.3752),  # 41.528 × 0.9
        (PurchaseOption.RESERVATION, 49.536),  # 55.04 × 0.9
    ],
)
def test_a_discount_is_off_the_list_price_of_its_purchase_option(catalog, nodes, purchase, usd):
    own = OwnPrice(purchase, "agreement 2026", family="p5", discount_percent=10)
    (line,) = price_items([nodes("p5.48xlarge", 1, purchase=purchase)], catalog, [own]).lines
    assert (line.marker, line.rate.usd) == ("yours", pytest.approx(usd, abs=1e-9))


@settings(deadline=None, max_examples=50)
@given(percent=st.floats(0.01, 99.99), count=st.integers(1, 1000))
def test_a_discount_and_what_it_saves_make_the_list_price(percent, count):
    item = BillableItem(
        "nodes", "pools.a", "instance", count, "hour", "us-east-2", instance_types=("p5.48xlarge",), purchase=ON_DEMAND
    )
    own = OwnPrice(ON_DEMAND, "agreement", family="p5", discount_percent=percent)
    cost = price_items([item], load(), [own]).now.usd_per_hour
    assert cost + count * 55.04 * percent / 100 == pytest.approx(count * 55.04, rel=1e-9)
