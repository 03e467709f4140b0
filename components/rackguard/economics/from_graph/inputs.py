"""Reading inputs of which any part may be absent, unknown or secret."""

from __future__ import annotations

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


def number(value: Any, default: float | None = None) -> float | None:
    """The number, also where it is written as text; `default` where it is absent, None where it isn't known."""
    if value is None:
        return default
    if value is UNKNOWN or isinstance(value, (Secret, bool)):
        return None
    try:
        return float(value)
    except (TypeError, ValueError):
        return None
