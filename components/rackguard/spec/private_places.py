"""Where a declaration holds what looks like a part of a private key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from rackguard.spec.private_key import is_named_private, is_private
from rackguard.spec.problem import Path, Problem
from rackguard.spec.stack_file import is_secret
from rackguard.spec.values import named

_HINT = (
    "Take it out, and replace that key: what stands in a file like this is no longer secret. If it is no key, put a"
    " space or a hyphen into it."
)


def private_problems(values: dict[str, Any], at: Path) -> list[Problem]:
    """One problem for each place of a cluster that is refused; `at` is the cluster's path in the file."""
    return [
        Problem("spec-private-key", "error", at + path, f"{_what(path)} looks like a part of a private key", _HINT)
        for path in private_places(values)
    ]


def _what(path: Path) -> str:
    last = path[-1] if path else ""
    return f"a key in {named(path[:-1])}" if isinstance(last, str) and is_private(last) else named(path)


def private_places(value: Any, path: Path = ()) -> Iterator[Path]:
    """The places that are refused: text, keys of mappings, and lists of which one item is: the others may be the rest.

    Public keys are judged by checks of their own, scripts only where they name what they hold.
    """
    if is_secret(value) or _holds_public_keys(path):
        return
    if isinstance(value, dict):
        for key, item in cast("dict[str, Any]", value).items():
            if is_private(str(key)):
                yield (*path, key)
            else:
                yield from private_places(item, (*path, key))
    elif isinstance(value, list):
        items = cast("list[Any]", value)
        if any(isinstance(item, str) and is_private(item) for item in items):
            yield path
        else:
            for index, item in enumerate(items):
                yield from private_places(item, (*path, index))
    elif isinstance(value, str) and (is_named_private if path[-1:] == ("user_data",) else is_private)(value):
        yield path


def _holds_public_keys(path: Path) -> bool:
    return path[:2] == ("access", "users") and path[3:] == ("keys",)
