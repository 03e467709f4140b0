"""Where types are offered: regions and zone ids, never zone names."""

from __future__ import annotations

import re

import pytest

from rackguard.catalog.catalog import load
from rackguard.catalog.zones import availability_zone, is_local, local_zone

CATALOG = load()


def test_regions() -> None:
    regions = CATALOG.regions()
    assert len(regions) == 28
    assert list(regions) == sorted(regions)
    assert {"us-east-1", "us-east-2", "eu-north-1"} <= set(regions)


def test_an_offering() -> None:
    offering = CATALOG.offering("p5.48xlarge", "us-east-2")
    assert offering is not None
    assert offering.zone_ids == ("use2-az1", "use2-az2", "use2-az3")
    assert (offering.source.name, offering.source.as_of) == ("AWS DescribeInstanceTypeOfferings", "2026-10")


def test_a_type_that_is_not_offered_is_none() -> None:
    assert CATALOG.offering("p5.48xlarge", "af-south-1") is None
    assert CATALOG.offering("p5.48xlarge", "mars-north-1") is None


def test_offerings_filter_by_region_type_and_both() -> None:
    everything = CATALOG.offerings()
    assert len(everything) == 858 + 1
    in_ohio = CATALOG.offerings(region="us-east-2")
    assert in_ohio == tuple(o for o in everything if o.region == "us-east-2")
    p5 = CATALOG.offerings(instance_type="p5.48xlarge")
    assert {o.instance_type for o in p5} == {"p5.48xlarge"}
    assert CATALOG.offerings("us-east-2", "p5.48xlarge") == (CATALOG.offering("p5.48xlarge", "us-east-2"),)


def test_zone_ids_of_a_region() -> None:
    assert CATALOG.zone_ids("us-east-2") == ("use2-az1", "use2-az2", "use2-az3")
    assert CATALOG.zone_ids("mars-north-1") == ()


def test_no_zone_name_is_loaded() -> None:
    zones = {zone for offering in CATALOG.offerings() for zone in offering.zone_ids}
    assert len(zones) > 50
    assert all(re.fullmatch(r"[a-z]+\d-az\d", zone) for zone in zones - {"use1-dfw2-az1"})


def test_what_is_sold_in_a_local_zone_alone() -> None:
    (offering,) = CATALOG.offerings(instance_type="p6e-gb200.36xlarge")
    assert (offering.region, offering.zone_ids) == ("us-east-1", ("use1-dfw2-az1",))
    assert offering.source.as_of == "2026-07-22"
    assert CATALOG.zone_ids("us-east-1") == tuple(f"use1-az{number}" for number in (1, 2, 3, 4, 5, 6))


@pytest.mark.parametrize(
    ("zone", "local", "served_by"),
    [
        ("use1-az4", False, "use1-az4"),
        ("use1-dfw2-az1", True, "use1-az4"),
        ("usw2-lax1-az1", True, "usw2-lax1-az1"),  # not in the catalogue
    ],
)
def test_the_availability_zone_of_a_zone(zone: str, local: bool, served_by: str) -> None:
    assert is_local(zone) is local
    assert availability_zone(zone) == served_by


def test_what_an_account_enables() -> None:
    dallas = local_zone("use1-dfw2-az1")
    assert dallas is not None
    assert (dallas.group, dallas.parent_zone_id) == ("us-east-1-dfw-2", "use1-az4")
    assert local_zone("use1-az4") is None


def test_offered_types_are_types_of_the_catalogue() -> None:
    names = {item.name for item in CATALOG.instance_types()}
    assert {offering.instance_type for offering in CATALOG.offerings()} <= names
