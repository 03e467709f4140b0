"""The nearest known name to a mistyped one."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str], count: int = 3) -> list[str]:
    """Up to `count` of `known` that look like `name`, nearest first; empty where none is near."""
    from difflib import get_close_matches

    return get_close_matches(name, list(known), n=count, cutoff=0.6)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`Did you mean a or b?`, or an empty string where nothing is near."""
    matches = nearest(name, known)
    return f"Did you mean {' or '.join(repr(m) for m in matches)}?" if matches else ""
