"""Durations in one form, whoever wrote them: `30m`, `1h30m`."""

from __future__ import annotations

import re

_SECONDS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_PART = re.compile(r"(\d+(?:\.\d+)?)(h|ms|m|s)")


def of_seconds(seconds: float) -> str:
    """Hours, minutes and seconds; what is 0 is left out."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(int(minutes), 60)
    parts = [f"{hours}h" if hours else "", f"{minutes}m" if minutes else "", f"{rest:g}s" if rest else ""]
    return "".join(parts) or "0s"


def normal(text: str) -> str:
    """A duration as programs write them (`90m`, `1h30m0s`); text that is none stays as it is."""
    parts = _PART.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        return text
    return of_seconds(sum(float(number) * _SECONDS[unit] for number, unit in parts))
