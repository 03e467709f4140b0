"""Tags by their meaning: teams write their keys in many ways."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from rackguard.graph.resource import UNKNOWN

CLASSIFICATION = ("classification", "dataclassification")
"""Keys, without case and separators, that tell the class of data."""
ENVIRONMENT = ("environment", "env", "stage")
"""Keys that tell the environment."""


def tag_value(tags: Any, keys: tuple[str, ...]) -> Any:
    """The value of the first tag with one of `keys`; None without one, `UNKNOWN` where the tags aren't known."""
    if tags is UNKNOWN:
        return UNKNOWN
    if not isinstance(tags, dict):
        return None
    for key, value in cast("dict[str, Any]", tags).items():
        if value and plain(key) in keys:
            return value
    return None


def is_key(name: Any, keys: tuple[str, ...]) -> bool:
    """True where a tag's key is one of `keys`."""
    return isinstance(name, str) and plain(name) in keys


@lru_cache(maxsize=1024)
def plain(key: str) -> str:
    """A key without case and separators."""
    return "".join(letter for letter in key.lower() if letter.isalnum())
