"""Dataclasses as plain data, ready for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, cast


def plain(value: Any, leave_out: frozenset[str] = frozenset()) -> Any:
    """`value` with dataclasses as dicts in the order of their fields, sets sorted, tuples as lists."""
    fields = getattr(value, "__dataclass_fields__", None)
    if fields is not None and not isinstance(value, type):
        return {name: plain(getattr(value, name), leave_out) for name in fields if name not in leave_out}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): plain(item, leave_out) for key, item in cast("Mapping[Any, Any]", value).items()}
    if isinstance(value, (set, frozenset)):
        return sorted(plain(item, leave_out) for item in cast("frozenset[Any]", value))
    if isinstance(value, (list, tuple)):
        return [plain(item, leave_out) for item in cast("list[Any]", value)]
    return value
