"""Figures for a person: rounded here and nowhere else; what isn't known is never 0."""

from __future__ import annotations

UNKNOWN = "not known"
_SMALLEST = 0.0001


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 error`, `2 errors`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def usd(amount: float, *, at_least: bool = False) -> str:
    """Dollars: `1,234.50`, `≥ 1,234.50`; less than a cent with its first digits."""
    return _known(_small(amount) if 0 < amount < 0.005 else f"{amount:,.2f}", amount, at_least=at_least)


def kg(amount: float, *, at_least: bool = False) -> str:
    """Kilograms: three significant figures."""
    text = f"{amount:,.0f}" if amount >= 100 else _small(amount) if 0 < amount < 0.001 else f"{amount:.3g}"
    return _known(text, amount, at_least=at_least)


def percent(share: float, *, at_least: bool = False) -> str:
    """`83 %`; never 0 or 100 for what is only near it."""
    text = "< 1 %" if 0 < share < 1 else "> 99 %" if 99 < share < 100 else f"{share:,.0f} %"
    return _known(text, share, at_least=at_least)


def _known(text: str, amount: float, *, at_least: bool) -> str:
    """Nothing known of something is not 0."""
    if not at_least:
        return text
    return f"≥ {text}" if amount else UNKNOWN


def _small(amount: float) -> str:
    return f"{amount:.2g}" if amount >= _SMALLEST else f"<{_SMALLEST:f}".rstrip("0")
