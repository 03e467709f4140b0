"""Sums that lack a price are "at least"; the share that is priced is told in lines and GPU-hours."""

from __future__ import annotations

import pytest

from rackguard.catalog.types import PurchaseOption
from rackguard.economics.cost import price_items


def test_a_sum_with_a_missing_price_is_at_least(catalog, nodes):
    cost = price_items([nodes("p5.48xlarge", 1), nodes("p5e.48xlarge", 1)], catalog)
    assert cost.now.usd_per_hour == 55.04
    assert (cost.now.at_least, cost.at_max.at_least) == (True, True)
    assert [line.label for line in cost.unpriced] == ["p5e.48xlarge nodes"]
    assert cost.by_subject()["pools.train"][0].at_least


def test_no_node_at_an_unknown_price_costs_nothing_for_certain(catalog, nodes):
    cost = price_items([nodes("p5e.48xlarge", 0, quantity_max=2)], catalog)
    assert (cost.now.at_least, cost.at_max.at_least) == (False, True)
    assert cost.lines[0].now is None


def test_the_share_is_of_the_gpu_hours_at_most(catalog, nodes, service):
    cost = price_items(
        [
            nodes("p5.48xlarge", 0, quantity_max=3),
            nodes("p5e.48xlarge", 1),
            nodes("g7e.12xlarge", 4, region="ap-northeast-1"),
            service("EBS", "gp3 storage", 100, "GB-month"),
        ],
        catalog,
    )
    priced = cost.priced
    assert (priced.lines_priced, priced.lines) == (3, 4)
    assert priced.gpu_hours == (24 + 8 + 8) * 730
    assert priced.gpu_hours_priced == (24 + 8) * 730
    assert priced.gpu_hours_estimated == 8 * 730
    assert priced.gpu_percent == 80


def test_nodes_paid_with_their_reservation_are_counted_once(catalog, nodes):
    held = nodes("p5.48xlarge", 2, kind="reservation", purchase=PurchaseOption.RESERVATION)
    running = nodes("p5.48xlarge", 2, purchase=PurchaseOption.RESERVATION)
    priced = price_items([held, running], catalog).priced
    assert (priced.lines, priced.gpu_hours, priced.gpu_hours_priced) == (1, 16 * 730, 16 * 730)


def test_a_block_counts_its_hours_and_a_slice_its_fraction(catalog, nodes):
    block = nodes("p5en.48xlarge", 4, kind="reservation", purchase=PurchaseOption.CAPACITY_BLOCK, hours=168)
    eighth = nodes("g6f.xlarge", 1, region="us-east-1")
    assert price_items([block], catalog).priced.gpu_hours == 32 * 168
    assert price_items([eighth], catalog).priced.gpu_hours == pytest.approx(0.125 * 730)


def test_a_plan_without_gpus_has_no_share_of_gpu_hours(catalog, nodes, service):
    cost = price_items([nodes("m7i.2xlarge", 1, kind="cpu_instance")], catalog)
    assert cost.priced.gpu_percent is None
    assert price_items([], catalog).priced.gpu_percent is None


def test_nothing_costs_nothing(catalog):
    cost = price_items([], catalog)
    assert (cost.now.usd_per_month, cost.at_max.usd_per_month, cost.now.at_least) == (0, 0, False)
