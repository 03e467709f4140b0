"""Reading a resource's inputs: every place that a path names, whether a value is there and known, and what it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from math import isfinite
from typing import Any, Final, NamedTuple, cast

from rackguard.graph.resource import UNKNOWN, Secret


class Absent:
    """No value at all; there is one, `ABSENT`."""

    def __repr__(self) -> str:
        """`ABSENT`."""
        return "ABSENT"


ABSENT: Final = Absent()
LONGEST_SEEN = 80
_EACH = "[*]"


class Leaf(NamedTuple):
    """One place that a path names, and what is there. A tuple, as rules look at a hundred for each resource."""

    path: str
    """With the indexes that were found: `blockDeviceMappings[1].ebs.encrypted`."""
    value: Any
    """The value, `ABSENT`, `UNKNOWN` or a `Secret`."""

    @property
    def unknown(self) -> bool:
        """True where the value isn't known yet, or is a secret that can't be looked into."""
        return self.value is UNKNOWN or isinstance(self.value, Secret)

    @property
    def absent(self) -> bool:
        """True where there is no value: the provider's default holds."""
        return self.value is ABSENT or self.value is None


def leaves(inputs: Any, path: str) -> Iterator[Leaf]:
    """Every place of `path`: keys joined by dots, `[*]` for each item of a list.

    A mapping stands for a list of one, and a list of one for a mapping, as providers write single blocks either way.
    What isn't known ends the way there: one unknown leaf. A missing key: one absent leaf. An empty list: none.
    """
    return _walk(inputs, _parts(path), 0, "") if _EACH in path else iter((leaf(inputs, path),))


@cache
def _parts(path: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^.\[\]]+|\[\*\]", path))


def _walk(value: Any, parts: tuple[str, ...], start: int, at: str) -> Iterator[Leaf]:
    for place in range(start, len(parts)):
        if value is UNKNOWN or isinstance(value, Secret):
            break
        part = parts[place]
        if part != _EACH:
            value = _below(value, part)
            at = f"{at}.{part}" if at else part
        elif value is ABSENT or value is None:
            value = ABSENT
            break
        elif isinstance(value, list):
            for index, item in enumerate(cast("list[Any]", value)):
                yield from _walk(item, parts, place + 1, f"{at}[{index}]")
            return
    yield Leaf(at, value)


def _below(value: Any, key: str) -> Any:
    if isinstance(value, dict):
        return cast("dict[str, Any]", value).get(key, ABSENT)
    if isinstance(value, list) and len(items := cast("list[Any]", value)) == 1 and isinstance(items[0], dict):
        return cast("dict[str, Any]", items[0]).get(key, ABSENT)
    return ABSENT


def leaf(inputs: Any, path: str) -> Leaf:
    """The one place that a path without `[*]` names."""
    value, at = inputs, ""
    for part in _parts(path):
        if value is UNKNOWN or isinstance(value, Secret):
            break
        value = _below(value, part)
        at = f"{at}.{part}" if at else part
    return Leaf(at, value)


def truth(value: Any) -> bool | None:
    """A flag, whether it is written `true`, `"true"` or `1`; None where it is none."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in ("true", "false"):
        return value.lower() == "true"
    return bool(value) if isinstance(value, (int, float)) and value in (0, 1) else None


def number(value: Any) -> float | None:
    """A finite number, also where it is written as text; None where it is none."""
    if isinstance(value, bool):
        return None
    try:
        found = float(value)
    except (OverflowError, TypeError, ValueError):
        return None
    return found if isfinite(found) else None


def seen(value: Any) -> str:
    """A value in a finding's words, cut where it is long; never a secret."""
    if value is ABSENT or value is None:
        return "nothing"
    if value is UNKNOWN:
        return "not known yet"
    if isinstance(value, Secret):
        return "a secret"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= LONGEST_SEEN else f"{text[:LONGEST_SEEN]}…"
