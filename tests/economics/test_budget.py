"""Within, exceeded, or unknown because something has no price."""

from __future__ import annotations

import pytest

from rackguard.catalog.types import PurchaseOption
from rackguard.economics.budget import compare
from rackguard.economics.cost import price_items

P5_MONTH = 55.04 * 730  # 40,179.20 USD


def test_a_cost_at_the_budget_is_within_it(catalog, nodes):
    check = compare(price_items([nodes("p5.48xlarge", 1)], catalog), P5_MONTH)
    assert (check.now.status, check.at_max.status) == ("within", "within")
    assert check.now.percent == 100
    assert not check.now.at_least


def test_a_pool_that_scales_out_exceeds_only_at_most(catalog, nodes):
    check = compare(price_items([nodes("p5.48xlarge", 1, quantity_max=2)], catalog), 50_000)
    assert (check.now.status, check.at_max.status) == ("within", "exceeded")
    assert check.at_max.usd_per_month == pytest.approx(80358.4)


def test_a_missing_price_makes_a_fitting_cost_unknown(catalog, nodes):
    check = compare(price_items([nodes("p5.48xlarge", 1), nodes("p5e.48xlarge", 1)], catalog), 100_000)
    assert check.now.status == "unknown"
    assert check.now.at_least
    assert check.now.unpriced == ("p5e.48xlarge nodes",)
    assert check.now.usd_per_month == pytest.approx(P5_MONTH)


def test_a_known_part_over_the_budget_is_exceeded_whatever_is_missing(catalog, nodes):
    check = compare(price_items([nodes("p5.48xlarge", 1), nodes("p5e.48xlarge", 1)], catalog), 1_000)
    assert check.now.status == "exceeded"


def test_no_node_at_an_unknown_price_leaves_the_certain_part_known(catalog, nodes):
    check = compare(price_items([nodes("p5e.48xlarge", 0, quantity_max=1)], catalog), 1_000)
    assert (check.now.status, check.at_max.status) == ("within", "unknown")
    assert check.now.unpriced == ()


def test_what_depends_on_use_is_named_and_does_not_make_it_unknown(catalog, service):
    bucket = service("S3", "Standard storage first 50 TB", None, "GB-month")
    check = compare(price_items([bucket], catalog), 1_000)
    assert (check.now.status, check.now.at_least) == ("within", True)
    assert check.now.by_use == ("Standard storage first 50 TB",)


def test_an_estimate_among_the_figures_is_said(catalog, nodes):
    spot = nodes("g6e.12xlarge", 0, quantity_max=4, purchase=PurchaseOption.SPOT)
    check = compare(price_items([spot], catalog), 1_000)
    assert (check.now.estimated, check.at_max.estimated) == (False, True)
    assert check.at_max.status == "exceeded"


def test_a_block_counts_with_the_hours_that_fall_within_a_month(catalog, nodes):
    block = nodes("p5en.48xlarge", 1, kind="reservation", purchase=PurchaseOption.CAPACITY_BLOCK, hours=1000)
    check = compare(price_items([block], catalog), 41_000)
    assert check.now.usd_per_month == pytest.approx(40091.6)
    assert check.now.status == "within"
