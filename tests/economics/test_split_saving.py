"""What a split in shares saves, and the discounts that a saving needs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rackguard.catalog.types import Commitment
from rackguard.economics.mix.split_saving import SplitShare, discount_needed, saving_percent
from rackguard.spec.problem import InvalidInput


def shares(reserved: float, spot: float, used: float = 100.0) -> list[SplitShare]:
    return [SplitShare("reserved", 70, reserved, used), SplitShare("spot", 30, spot)]


def test_70_reserved_and_30_spot_save_42_percent_at_30_and_70_percent_off() -> None:
    # 0.7 × 30 + 0.3 × 70 = 21 + 21
    assert saving_percent(shares(30, 70)) == pytest.approx(42)


@pytest.mark.parametrize(("reserved", "spot"), [(30, 70), (60, 0), (40, 46 + 2 / 3), (15, 105)])
def test_the_discounts_that_42_percent_needs(reserved: float, spot: float) -> None:
    assert discount_needed(shares(reserved, 0), "spot", 42) == pytest.approx(spot, abs=1e-9)
    if spot < 100:
        assert saving_percent(shares(reserved, spot)) == pytest.approx(42)
        assert discount_needed(shares(0, spot), "reserved", 42) == pytest.approx(reserved, abs=1e-9)


def test_it_is_not_what_every_type_saves(catalog) -> None:
    """p4d.24xlarge in us-east-1: 36.6 % off for a year, 63.6 % off spot at the median."""
    on_demand = catalog.on_demand_price("p4d.24xlarge", "us-east-1").amount_usd
    year = catalog.reserved_price("p4d.24xlarge", "us-east-1", Commitment.RI_1Y).amount_usd
    spot = catalog.spot_price("p4d.24xlarge", "us-east-1").amount_usd
    off = [100 * (1 - price / on_demand) for price in (year, spot)]
    assert off == pytest.approx([36.600, 63.566], abs=0.001)
    assert saving_percent(shares(*off)) == pytest.approx(44.690, abs=0.001)
    assert discount_needed(shares(off[0], 0), "spot", 42) == pytest.approx(54.600, abs=0.001)


def test_hours_that_are_not_used_make_a_commitment_save_less() -> None:
    # 70 USD an hour paid at 80 % use are 87.50 a useful hour: 12.5 % saved.
    assert saving_percent(shares(30, 70, used=80)) == pytest.approx(0.7 * 12.5 + 21)
    assert discount_needed(shares(0, 70, used=80), "reserved", 42) == pytest.approx(44)


@given(reserved=st.floats(-50, 99), spot=st.floats(-50, 99), used=st.floats(1, 100))
def test_the_discount_that_is_needed_gives_the_saving(reserved: float, spot: float, used: float) -> None:
    given_ = shares(reserved, spot, used)
    assert discount_needed(given_, "reserved", saving_percent(given_)) == pytest.approx(reserved, abs=1e-6)
    assert saving_percent(given_) < 100


def test_everything_wrong_comes_at_once() -> None:
    with pytest.raises(InvalidInput) as caught:
        saving_percent([SplitShare("a", -1, 100, 0), SplitShare("b", 30, 5)])
    assert [f"{problem.where} {problem.message} {problem.hint}" for problem in caught.value.problems] == [
        "split.a.share_percent is -1 Allowed: 0 to 100.",
        "split.a.discount_percent is 100 Allowed: below 100.",
        "split.a.used_percent is 0 Allowed: above 0, to 100.",
        "split.share_percent is 29 Allowed: 100 in all.",
    ]


def test_a_share_that_is_not_there_has_no_discount() -> None:
    with pytest.raises(InvalidInput, match=r"split\.block: has no share"):
        discount_needed(shares(30, 70), "block", 42)
