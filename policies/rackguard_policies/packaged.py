"""Lists that come with the rules: one item a line, `#` before what is said of it or of all."""

from __future__ import annotations

from functools import cache
from pathlib import Path

DATA = Path(__file__).parent / "data"


@cache
def lines(name: str) -> frozenset[str]:
    """The items of a list, by its file's name."""
    found = (DATA / name).read_text(encoding="utf-8").splitlines()
    return frozenset(item for line in found if (item := line.partition("#")[0].strip()))
