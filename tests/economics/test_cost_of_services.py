"""Volumes, gateways, keys: units, use that nobody knows yet, and what is not priced in a region."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rackguard.economics.cost import price_items


def test_a_volume_is_billed_by_the_month(catalog, service):
    cost = price_items([service("EBS", "gp3 storage", 4000, "GB-month")], catalog)
    (line,) = cost.lines
    assert line.marker == "list"
    assert line.source is not None
    assert line.source.as_of == "2024-07-01"
    assert cost.now.usd_per_month == pytest.approx(320, abs=1e-9)
    assert cost.now.usd_per_hour == pytest.approx(320 / 730, abs=1e-12)


def test_a_gateway_is_billed_by_the_hour(catalog, service):
    nat = service("VPC", "NAT gateway hour", 2, "hour", region="us-east-2", kind="nat")
    assert price_items([nat], catalog).now.usd_per_month == pytest.approx(65.7, abs=1e-9)


def test_an_address_has_the_price_of_every_region(catalog, service):
    address = service("VPC", "public IPv4 address in use or idle", 1, "hour", region="eu-north-1", kind="public_ip")
    assert price_items([address], catalog).now.usd_per_month == pytest.approx(3.65, abs=1e-9)


def test_what_is_free_is_priced_at_0(catalog, service):
    free = service("VPC", "gateway endpoint (S3, DynamoDB)", 1, "hour", kind="endpoint")
    cost = price_items([free], catalog)
    assert (cost.lines[0].marker, cost.now.usd_per_month, cost.now.at_least) == ("list", 0, False)


def test_a_figure_that_no_source_supports_is_an_estimate(catalog, service):
    (line,) = price_items([service("EBS", "io2 storage", 100, "GB-month", region="us-east-2")], catalog).lines
    assert (line.marker, line.rate.usd) == ("estimate", 0.125)


def test_a_region_without_a_row_has_no_price(catalog, service):
    cost = price_items([service("EFS", "Standard storage (regional)", 1, "GB-month", region="us-east-2")], catalog)
    (line,) = cost.unpriced
    assert (line.now, line.note) == (None, "no price of EFS Standard storage (regional) in us-east-2")
    assert cost.now.at_least


def test_a_price_in_another_unit_is_not_used(catalog, service):
    (line,) = price_items([service("EBS", "gp3 storage", 100, "hour")], catalog).lines
    assert (line.marker, line.note) == ("no price", "priced by the GB-month, not by the hour")


def test_an_item_that_the_catalogue_cannot_know_has_no_price(catalog, service):
    (line,) = price_items([replace(service("EBS", "gp3 storage", 1, "GB-month"), service=None)], catalog).lines
    assert (line.marker, line.note) == ("no price", "the catalogue has no such item")


def test_use_that_nobody_knows_shows_the_rate_and_leaves_the_sum_open(catalog, service):
    cost = price_items(
        [
            service("S3", "Standard storage first 50 TB", None, "GB-month", kind="bucket"),
            service("EBS", "gp3 storage", 100, "GB-month"),
        ],
        catalog,
    )
    (line,) = cost.by_use
    assert (line.marker, line.rate.usd, line.now, line.at_max) == ("list", 0.023, None, None)
    assert line.note == "depends on use"
    assert cost.unpriced == ()
    assert cost.now.usd_per_month == pytest.approx(8, abs=1e-9)
    assert cost.now.at_least
    assert cost.at_max.at_least


def test_the_cost_of_a_part_of_a_stack_is_at_least(catalog, service):
    """What else there may be is in no line: the sums say so, and the subjects that are there stay as they are."""
    items = [service("EBS", "gp3 storage", 4000, "GB-month")]
    part, whole = price_items(items, catalog, whole=False), price_items(items, catalog)
    assert (part.now.at_least, part.at_max.at_least) == (True, True)
    assert part.now.usd_per_month == pytest.approx(320)
    assert [(now.at_least, most.at_least) for now, most in part.by_subject().values()] == [(False, False)]
    assert (whole.now.at_least, whole.at_max.at_least) == (False, False)
