"""How a resource's inputs changed, and what that means for it."""

from __future__ import annotations

from typing import Any


def changes(old: Any, new: Any, path: str = "") -> dict[str, str]:
    """By path of each leaf that differs: `ADD`, `DELETE` or `UPDATE`; what isn't known yet differs from all."""
    if isinstance(old, dict) and isinstance(new, dict):
        found: dict[str, str] = {}
        for key in sorted({*old, *new}):
            found |= changes(old.get(key), new.get(key), f"{path}.{key}" if path else key)
        return found
    if isinstance(old, list) and isinstance(new, list):
        found = {}
        for at in range(max(len(old), len(new))):
            found |= changes(_item(old, at), _item(new, at), f"{path}[{at}]")
        return found
    if old == new:
        return {}
    return {path: "ADD" if old is None else "DELETE" if new is None else "UPDATE"}


def _item(values: list[Any], at: int) -> Any:
    return values[at] if at < len(values) else None


def top(path: str) -> str:
    """The input at the first level: `tags` of `tags.owner`."""
    return path.split(".", maxsplit=1)[0].split("[", maxsplit=1)[0]


def at(properties: Any, path: str) -> list[Any]:
    """Every value at a path whose `[]` stands for each item of a list; none where there is nothing."""
    first, _, rest = path.partition(".")
    key, each, _ = first.partition("[]")
    found = properties.get(key) if isinstance(properties, dict) else None
    values = found if each and isinstance(found, list) else [found]
    known = [value for value in values if value not in (None, "")]
    return [value for one in known for value in at(one, rest)] if rest else known
