"""How wide a range is, in each form in which it is written."""

from __future__ import annotations

from typing import Any

import pytest

from rackguard_policies.address_range import is_public, is_wide, is_world, network


@pytest.mark.parametrize(
    ("cidr", "public", "world", "wide"),
    [
        ("0.0.0.0/0", True, True, False),
        ("203.0.113.7/0", True, True, False),
        ("128.0.0.0/1", True, True, False),
        ("52.0.0.0/7", True, True, False),
        ("52.0.0.0/8", True, False, True),
        ("52.1.2.0/23", True, False, True),
        ("52.1.2.0/24", True, False, False),
        ("52.1.2.3", True, False, False),
        ("10.0.0.0/8", False, False, False),
        ("10.0.0.0/7", True, True, False),
        ("172.16.0.0/12", False, False, False),
        ("172.0.0.0/11", True, False, True),
        ("192.168.0.0/16", False, False, False),
        ("100.64.0.0/10", False, False, False),
        ("::/0", True, True, False),
        ("2000::/3", True, True, False),
        ("2600::/12", True, False, True),
        ("2600:1f16::/48", True, False, False),
        ("fc00::/7", False, False, False),
        ("fd12::/32", False, False, False),
    ],
)
def test_ranges(cidr: str, public: bool, world: bool, wide: bool) -> None:
    given = network(cidr)
    assert given
    assert (is_public(given), is_world(given), is_wide(given, 24, 48)) == (public, world, wide)


@pytest.mark.parametrize("value", ["", "everywhere", "10.0.0.0/33", "10.0.0", 10, None, ["10.0.0.0/8"]])
def test_what_is_no_range(value: Any) -> None:
    assert network(value) is None
