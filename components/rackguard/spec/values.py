"""A refused value as a message may show it: short, and never what may be a secret."""

from __future__ import annotations

from typing import Any

from rackguard.spec.private_key import may_be_private
from rackguard.spec.problem import Path

SILENT_KEYS = frozenset({"keys", "user_data"})
"""Keys whose value may be a secret pasted by mistake: never shown."""

LONGEST = 80
LONGEST_WORD = 180
"""Of a word of the command, which may be a file's whole path."""


def shown(value: Any, path: Path = ()) -> str:
    """The value given at `path` (from the cluster down) in the words of a message."""
    if isinstance(value, dict):
        return "a mapping" if value else "an empty mapping"
    if isinstance(value, (list, tuple)):
        return "a list" if value else "an empty list"
    if value is None:
        return "empty"
    if isinstance(value, int) and abs(value) >= 2**64:
        return "a number of too many digits"
    text = value if isinstance(value, str) else repr(value)
    if not SILENT_KEYS.isdisjoint(path) or may_be_private(text):
        return "a value that is not shown here"
    if isinstance(value, bool):
        return "true" if value else "false"
    if len(text) > LONGEST:
        return f"text of {len(text):,} characters" if isinstance(value, str) else "a number of too many digits"
    return repr(value)


def echoed(word: str) -> str:
    """A word of the command as a message repeats it: in quotes, cut where it is long; what is no text as bytes."""
    import re

    if may_be_private(word):
        return "text that is not shown here"
    cut = word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}…"
    return re.sub(r"(?<!\\)\\udc([89a-f][0-9a-f])", r"\\x\1", repr(cut))


def named(path: Path) -> str:
    """The path (from the cluster down) as a message names its subject, cut where it is long."""
    from rackguard.spec.problem import dotted

    name = dotted(path)
    if may_be_private(name):
        return "a key that is not shown here"
    if not path:
        return "`rackguard:cluster`"
    return f"`{name}`" if len(name) <= 120 else f"`{name[:100]}…`"


def in_small_letters(value: str, path: Path, pattern: str) -> str:
    """What to write where text matches `pattern` but for its capitals; empty otherwise."""
    import re

    small = value.lower()
    if not pattern or small == value or shown(value, path) != repr(value) or not re.fullmatch(pattern, small):
        return ""
    return f"Write it in small letters: `{small}`."
