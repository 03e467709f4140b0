"""The packaged CSV files: read when first asked for, kept for the process, parsed only as far as asked."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

# Not importlib.resources: it costs more to import than all the loaders of this package.
DATA = Path(__file__).parent / "data"

Row = dict[str, str]


class Table:
    """Lines of CSV, grouped by the value of one column; a group is parsed when it is asked for."""

    def __init__(self, lines: list[str], key: str) -> None:
        self._header = next(csv.reader(lines[:1]))
        self._lines: dict[str, list[str]] = {}
        self._parsed: dict[str, tuple[Row, ...]] = {}
        column = self._header.index(key)
        for line in lines[1:]:
            # The key columns hold plain words, so a split finds them; only what is returned is parsed as CSV.
            self._lines.setdefault(line.split(",", column + 1)[column], []).append(line)

    @property
    def keys(self) -> tuple[str, ...]:
        """The key column's values, in file order."""
        return tuple(self._lines)

    def rows(self, key: str) -> tuple[Row, ...]:
        """The rows whose key column is `key`, in file order; none where there is no such key."""
        if key not in self._parsed:
            fields = csv.reader(self._lines.get(key, ()))
            self._parsed[key] = tuple(dict(zip(self._header, values, strict=True)) for values in fields)
        return self._parsed[key]

    def all_rows(self) -> tuple[Row, ...]:
        """Every row, grouped by key."""
        return tuple(row for key in self._lines for row in self.rows(key))


@cache
def table(file: str, key: str) -> Table:
    """The packaged file `file`, grouped by column `key`."""
    return Table((DATA / file).read_text(encoding="utf-8").splitlines(), key)


def number(text: str) -> float | None:
    """A figure, or None where the cell is empty: a missing figure is never 0."""
    return float(text) if text else None


def whole(text: str) -> int | None:
    """A whole figure, or None where the cell is empty."""
    return int(text) if text else None


def flag(text: str) -> bool:
    """True for `True`, as the files write it."""
    return text == "True"
