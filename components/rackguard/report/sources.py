"""Sources and remarks as numbered notes: long names stay out of the columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rackguard.catalog.types import Source


class Sources:
    """The notes that a table uses, numbered as they come; the same words have one number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def mark(self, *notes: str) -> str:
        """` [2]` or ` [2, 3]`; nothing where all notes are empty."""
        numbers = [str(self._numbers.setdefault(note, len(self._numbers) + 1)) for note in notes if note]
        return f" [{', '.join(numbers)}]" if numbers else ""

    def lines(self) -> list[str]:
        """`[2] the note`, in their order."""
        return [f"[{number}] {note}" for note, number in self._numbers.items()]


def cited(source: Source | None, note: str = "") -> str:
    """`name, date; note`; the note alone, or nothing, where there is no source."""
    return "; ".join(part for part in (f"{source.name}, {source.as_of}" if source else "", note) if part)
