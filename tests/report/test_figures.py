"""Figures for a person: rounded once, with their unit's precision; what isn't known is never 0."""

from __future__ import annotations

import pytest

from rackguard.report.figures import count, kg, percent, usd


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
        (0.0, "0.00"),
        (1234.5, "1,234.50"),
        (231432.192, "231,432.19"),
        (0.005, "0.01"),
        (0.00137, "0.0014"),
        (0.00000001, "<0.0001"),
    ],
)
def test_dollars(amount: float, shown: str) -> None:
    assert usd(amount) == shown
    assert usd(amount, at_least=True) == (f"≥ {shown}" if amount else "not known")


@pytest.mark.parametrize(
    ("amount", "shown"),
    [(0.0, "0"), (15847.8, "15,848"), (21.709, "21.7"), (0.01362, "0.0136"), (0.000136, "0.00014"), (1e-9, "<0.0001")],
)
def test_kilograms(amount: float, shown: str) -> None:
    assert kg(amount) == shown
    assert kg(amount, at_least=True) == (f"≥ {shown}" if amount else "not known")


@pytest.mark.parametrize(
    ("share", "shown"),
    [(0, "0 %"), (0.4, "< 1 %"), (69.6, "70 %"), (99.5, "> 99 %"), (100, "100 %"), (1234.2, "1,234 %")],
)
def test_shares_never_look_like_all_or_nothing(share: float, shown: str) -> None:
    assert percent(share) == shown


def test_counts_have_their_plural() -> None:
    assert [count(1, "error"), count(2, "error"), count(0, "line"), count(2, "line has", "lines have")] == [
        "1 error",
        "2 errors",
        "0 lines",
        "2 lines have",
    ]
