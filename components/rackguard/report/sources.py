"""Sources as numbered notes: long names stay out of the columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rackguard.catalog.types import Source


class Sources:
    """The sources that a table uses, numbered as they come."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[Source, str], int] = {}

    def mark(self, source: Source | None, note: str = "") -> str:
        """` [2]`, or nothing for no source; `note` says more about the figure."""
        if source is None:
            return ""
        return f" [{self._numbers.setdefault((source, note), len(self._numbers) + 1)}]"

    def lines(self) -> list[str]:
        """`[2] name, date; note`, in their order."""
        return [
            f"[{number}] {source.name}, {source.as_of}{f'; {note}' if note else ''}"
            for (source, note), number in self._numbers.items()
        ]
