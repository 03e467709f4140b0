"""Ranges of subnets: inside, apart, aligned, and where they were."""

from __future__ import annotations

from ipaddress import IPv4Network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rackguard.plan import cidr
from rackguard.plan.cidr import ZoneRanges, lay_out

ZONES = st.sets(st.sampled_from([*(f"use1-az{n}" for n in range(1, 7)), "use1-atl1-az1", "use1-dfw2-az1"]), min_size=1)


@st.composite
def vpcs(draw):
    prefix = draw(st.integers(16, 28))
    network = draw(st.integers(0, (1 << prefix) - 1)) << (32 - prefix)
    return str(IPv4Network((network, prefix)))


def test_a_large_vpc_has_a_slot_for_each_zone():
    assert lay_out("10.40.0.0/16", ["use2-az1", "use2-az3"]) == {
        "use2-az1": ZoneRanges("10.40.32.0/19", "10.40.4.0/22"),
        "use2-az3": ZoneRanges("10.40.96.0/19", "10.40.12.0/22"),
    }


@pytest.mark.parametrize(
    ("vpc", "nodes", "public"),
    [
        ("10.0.0.0/16", "10.0.64.0/19", "10.0.8.0/22"),
        ("10.0.16.0/20", "10.0.20.0/23", "10.0.16.128/26"),
        ("10.0.0.0/22", "10.0.1.0/25", "10.0.0.32/28"),
        ("10.0.2.0/23", "10.0.3.0/25", "10.0.2.64/27"),
        ("10.0.0.0/24", "10.0.0.128/26", "10.0.0.32/28"),
        ("10.0.0.0/25", "10.0.0.64/26", "10.0.0.0/26"),
        ("10.0.0.32/27", "10.0.0.48/28", "10.0.0.32/28"),
        ("10.0.0.16/28", "10.0.0.16/28", None),
    ],
)
def test_ranges_by_the_size_of_the_vpc(vpc, nodes, public):
    assert lay_out(vpc, ["use2-az2"]) == {"use2-az2": ZoneRanges(nodes, public)}


@pytest.mark.parametrize("vpc", ["10.0.0.0/8", "10.0.0.0/15", "10.0.0.0/29", "10.0.0.1/32"])
def test_what_cannot_be_a_vpc_has_no_layout(vpc):
    assert lay_out(vpc, ["use2-az1"]) is None


def test_more_zones_than_slots_have_no_layout():
    seven = [f"use1-az{number}" for number in range(1, 7)] + ["use1-atl1-az1"]
    assert len(lay_out("10.0.0.0/22", seven) or {}) == 7
    assert lay_out("10.0.0.0/22", [*seven, "use1-dfw2-az1"]) is None
    assert len(lay_out("10.0.0.0/24", ["use1-az1", "use1-az5", "use1-az6"]) or {}) == 3
    assert lay_out("10.0.0.0/24", ["use1-az1", "use1-az2", "use1-az3", "use1-az4"]) is None
    assert lay_out("10.0.0.0/25", ["use1-az1", "use1-az2"]) is None


def test_a_local_zone_takes_the_last_free_slot_and_leaves_the_others():
    alone = lay_out("10.0.0.0/16", ["usw2-az1"]) or {}
    both = lay_out("10.0.0.0/16", ["usw2-az1", "usw2-lax1-az1"]) or {}
    assert both["usw2-az1"] == alone["usw2-az1"] == ZoneRanges("10.0.32.0/19", "10.0.4.0/22")
    assert both["usw2-lax1-az1"] == ZoneRanges("10.0.224.0/19", "10.0.28.0/22")


def test_no_zones_have_no_ranges():
    assert lay_out("10.0.0.0/16", []) == {}


@given(vpcs(), ZONES)
def test_ranges_are_inside_apart_and_legal(vpc, zones):
    ranges = lay_out(vpc, zones)
    slots = {16: 7, 17: 7, 18: 7, 19: 7, 20: 7, 21: 7, 22: 7, 23: 3, 24: 3}.get(IPv4Network(vpc).prefixlen, 1)
    assert (ranges is None) == (len(zones) > slots)
    parts = [IPv4Network(part) for zone in (ranges or {}).values() for part in (zone.nodes, zone.public) if part]
    assert all(part.subnet_of(IPv4Network(vpc)) for part in parts)
    assert all(16 <= part.prefixlen <= 28 for part in parts)
    assert not any(one.overlaps(other) for place, one in enumerate(parts) for other in parts[:place])
    if ranges is not None:
        assert set(ranges) == set(zones)


@given(
    st.integers(16, 22),
    st.sets(st.integers(1, 7), min_size=1, max_size=6),
    st.integers(1, 7),
)
def test_a_new_zone_moves_no_subnet(prefix, numbers, added):
    vpc = f"10.0.0.0/{prefix}"
    before = lay_out(vpc, [f"use1-az{number}" for number in numbers]) or {}
    after = lay_out(vpc, [f"use1-az{number}" for number in {*numbers, added}]) or {}
    assert before
    assert {zone: after[zone] for zone in before} == before


@pytest.mark.parametrize(("part", "addresses"), [("10.0.0.0/28", 16), ("10.0.0.0/19", 8192), ("10.0.0.0/16", 65536)])
def test_size_counts_every_address(part, addresses):
    assert cidr.size(part) == addresses
