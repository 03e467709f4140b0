"""Reading inputs of which any part may be absent, unknown or secret."""

from __future__ import annotations

from math import isfinite
from typing import Any, cast

from rackguard.graph.resource import UNKNOWN, Secret


def mapping(value: Any) -> dict[str, Any]:
    """The mapping, or an empty one; of a list (as some providers write a single block) its first."""
    if isinstance(value, list):
        items = cast("list[Any]", value)
        value = items[0] if items else None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def sequence(value: Any) -> list[Any]:
    """The list, or an empty one."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def text(value: Any) -> str:
    """The text; empty where there is none that is known."""
    return value if isinstance(value, str) else ""


LARGEST = 1e12
"""No cloud has more of anything: what is beyond is a slip, and sums with it would be no figures."""


def number(value: Any, default: float | None = None) -> float | None:
    """The number, also where it is written as text; `default` where it is absent.

    None where it isn't known, or is no amount: negative, not finite, beyond `LARGEST`.
    """
    if value is None:
        return default
    if value is UNKNOWN or isinstance(value, (Secret, bool)):
        return None
    try:
        found = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return found if isfinite(found) and 0 <= found <= LARGEST else None


def percent(value: Any, default: float | None = None) -> float | None:
    """As `number`; None beyond 100 too."""
    found = number(value, default)
    return found if found is None or found <= 100 else None
