"""Lengths of time in words: `1 day`, `15 days and 3 hours`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import timedelta

_UNITS = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))


def days(count: int) -> str:
    """A number of days: `1 day`, `365 days`."""
    return _counted(count, "day")


def duration(length: timedelta) -> str:
    """The exact length in its units, down to whole seconds; `0 seconds` for none. It must not be negative."""
    rest = length.days * 86400 + length.seconds
    parts: list[str] = []
    for unit, seconds in _UNITS:
        count, rest = divmod(rest, seconds)
        if count:
            parts.append(_counted(count, unit))
    if len(parts) > 1:
        return f"{', '.join(parts[:-1])} and {parts[-1]}"
    return parts[0] if parts else "0 seconds"


def _counted(count: int, unit: str) -> str:
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"
