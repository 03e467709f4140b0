"""Overlays written by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rackguard.catalog.catalog import Catalog
from rackguard.catalog.overlay import TABLES, parsed, text_of

Read = Callable[..., Catalog]


def rows(table: str, *lines: str) -> list[dict[str, str]]:
    """`rows("spot", "p5.48xlarge us-east-1 use1-az1 20.5 2026-11-30")`: a row of each line; `-` is an empty cell."""
    columns = TABLES[table].columns
    cells = [["" if cell == "-" else cell for cell in line.split()] for line in lines]
    return [dict(zip(columns, row, strict=True)) for row in cells]


@pytest.fixture
def read() -> Read:
    """`read(spot=["…"])`: the catalogue with what was read, as it comes out of its file again."""

    def make(**lines: list[str]) -> Catalog:
        content = text_of({table: rows(table, *given) for table, given in lines.items()})
        return Catalog(parsed(content, "catalog.csv"))

    return make
