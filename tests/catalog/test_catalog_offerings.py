"""Where types are offered: regions and zone ids, never zone names."""

from __future__ import annotations

import re

from rackguard.catalog.catalog import load

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
    assert len(everything) == 858
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
    assert all(re.fullmatch(r"[a-z]+\d-az\d", zone) for zone in zones)


def test_offered_types_are_types_of_the_catalogue() -> None:
    names = {item.name for item in CATALOG.instance_types()}
    assert {offering.instance_type for offering in CATALOG.offerings()} <= names
