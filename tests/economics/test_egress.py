"""The price of moving data to where it is used."""

from __future__ import annotations

import pytest

from rackguard.economics.egress import egress


def test_data_from_another_region_has_that_regions_price(catalog) -> None:
    assert egress(400, "us-east-2", "us-west-2", catalog).usd == pytest.approx(8.0)  # 0.02 USD a GB
    assert egress(400, "ap-northeast-1", "us-east-2", catalog).usd == pytest.approx(36.0)  # 0.09
    source = egress(400, "us-east-2", "us-west-2", catalog).source
    assert source is not None
    assert source.as_of == "2025-07-07"


@pytest.mark.parametrize("way", [("us-east-1", "us-east-2"), ("us-east-2", "us-east-1")])
def test_ohio_and_virginia_pay_half_both_ways(catalog, way: tuple[str, str]) -> None:
    assert egress(400, *way, catalog).usd == pytest.approx(4.0)


def test_within_a_region_nothing_is_moved(catalog) -> None:
    assert egress(400, "eu-north-1", "eu-north-1", catalog).usd == 0
    assert egress(0, "eu-north-1", "us-east-2", catalog).usd == 0


def test_a_region_without_a_price_has_none(catalog) -> None:
    found = egress(400, "eu-north-1", "us-east-2", catalog)
    assert (found.usd, found.usd_per_gb) == (None, None)
    assert found.note == "no price of data from eu-north-1 to us-east-2"
