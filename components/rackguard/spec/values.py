"""A refused value as a message may show it: short, and never what may be a secret."""

from __future__ import annotations

from typing import Any

from rackguard.spec.problem import Path

SILENT_KEYS = frozenset({"keys", "user_data"})
"""Keys whose value may be a secret pasted by mistake: never shown."""

_SECRETS = ("PRIVATE KEY", "PRIVATE-KEY", "PUTTY-USER-KEY-FILE", "B3BLBNNZAC1RZXKTDJE")
"""Parts of private keys, in capitals; the last is how the body of OpenSSH's starts."""

LONGEST = 80


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
    if not SILENT_KEYS.isdisjoint(path) or may_be_secret(text):
        return "a value that is not shown here"
    if isinstance(value, bool):
        return "true" if value else "false"
    if len(text) > LONGEST:
        return f"text of {len(text):,} characters" if isinstance(value, str) else "a number of too many digits"
    return repr(value)


def may_be_secret(text: str) -> bool:
    """True for text that looks like a part of a private key."""
    capitals = text.upper()
    return any(part in capitals for part in _SECRETS)


def named(path: Path) -> str:
    """The path (from the cluster down) as a message names its subject, cut where it is long."""
    from rackguard.spec.problem import dotted

    name = dotted(path)
    if may_be_secret(name):
        return "a key that is not shown here"
    if not path:
        return "`rackguard:cluster`"
    return f"`{name}`" if len(name) <= 120 else f"`{name[:100]}…`"
