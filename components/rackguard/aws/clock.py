"""The moment that a program plans for: now, or the one that an offline run was asked for."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

_AT: ContextVar[datetime | None] = ContextVar("rackguard_clock", default=None)


def now() -> datetime:
    """The moment, in UTC, in whole seconds."""
    return _AT.get() or datetime.now(UTC).replace(microsecond=0)


@contextmanager
def at(moment: datetime) -> Generator[None]:
    """Plan for `moment` (with an offset) inside."""
    token = _AT.set(moment)
    try:
        yield
    finally:
        _AT.reset(token)
