from __future__ import annotations

from ipaddress import IPv4Network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rackguard.plan.private_range import DOCUMENTATION, RESERVED, bounds, enclosing, inside, is_private, overlap


def _network(address: int, prefix: int) -> IPv4Network:
    return IPv4Network((address, prefix), strict=False)


NETWORKS = st.builds(_network, st.integers(0, 2**32 - 1), st.integers(0, 32))
# Ranges that are close to each other, so that they often meet.
NEAR = st.builds(_network, st.integers(0x0A000000, 0x0A0000FF), st.integers(20, 32))


@given(NETWORKS)
def test_bounds_are_first_and_last_address(network: IPv4Network) -> None:
    assert bounds(str(network)) == (int(network.network_address), int(network.broadcast_address))


@given(NETWORKS | NEAR, NETWORKS | NEAR)
def test_overlap_and_inside_are_what_ipaddress_says(one: IPv4Network, other: IPv4Network) -> None:
    assert overlap(str(one), str(other)) == one.overlaps(other)
    assert inside(str(one), str(other)) == one.subnet_of(other)


@given(NEAR)
def test_what_is_below_10_is_private(network: IPv4Network) -> None:
    assert is_private(str(network))


@pytest.mark.parametrize("cidr", ["10.0.0.0/8", "172.16.0.0/12", "172.31.255.0/24", "192.168.0.0/16", "100.64.0.0/10"])
def test_private(cidr: str) -> None:
    assert is_private(cidr)


@pytest.mark.parametrize(
    "cidr",
    # The last three are private for ipaddress, but not networks that one comes from.
    ["0.0.0.0/0", "0.0.0.0/1", "128.0.0.0/1", "8.0.0.0/6", "10.0.0.0/7", "172.32.0.0/16", "192.0.0.0/8", "8.8.8.8/32",
     "203.0.113.0/24", "240.0.0.0/4", "127.0.0.0/8"],
)  # fmt: skip
def test_not_private(cidr: str) -> None:
    assert not is_private(cidr)


@pytest.mark.parametrize(
    ("cidr", "reserved", "documentation"),
    [
        ("127.0.0.1/32", "127.0.0.0/8", None),
        ("169.254.169.254/32", "169.254.0.0/16", None),
        ("255.255.255.255/32", "240.0.0.0/4", None),
        ("0.0.0.0/8", "0.0.0.0/8", None),
        ("203.0.113.0/24", None, "203.0.113.0/24"),
        ("203.0.112.0/23", None, None),
        ("0.0.0.0/0", None, None),
        ("10.0.0.0/8", None, None),
    ],
)
def test_what_a_range_is_wholly_inside_of(cidr: str, reserved: str | None, documentation: str | None) -> None:
    assert enclosing(cidr, RESERVED) == reserved
    assert enclosing(cidr, DOCUMENTATION) == documentation
