"""The nearest known name to a mistyped one."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST = 255
"""Characters of a name that are compared: more takes long, and no known name is longer."""


def nearest(name: str, known: Iterable[str], count: int = 3) -> list[str]:
    """Up to `count` of `known` that look like `name`, whatever its case, nearest first; empty where none is near."""
    from difflib import get_close_matches

    spellings: dict[str, list[str]] = {}
    for each in dict.fromkeys(known):
        spellings.setdefault(each.lower(), []).append(each)
    if name.lower() in spellings:
        return spellings[name.lower()][:count]
    alike = get_close_matches(name[:_LONGEST].lower(), list(spellings), n=count, cutoff=0.6)
    return [each for one in alike for each in spellings[one]][:count]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`Did you mean a or b?`, or an empty string where nothing is near."""
    matches = nearest(name, known)
    return f"Did you mean {' or '.join(repr(m) for m in matches)}?" if matches else ""
