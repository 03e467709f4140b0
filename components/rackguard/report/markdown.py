"""Pieces of Markdown."""

from __future__ import annotations

from collections.abc import Sequence


def table(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset()) -> list[str]:
    """A Markdown table, its first row the heading; the columns in `right` are set flush right."""
    heading, *body = rows
    rule = ["---:" if index in right else "---" for index in range(len(heading))]
    return [f"| {' | '.join(cell(text) for text in row)} |" for row in (heading, rule, *body)]


def cell(text: str) -> str:
    """`text` so that it stays within its cell and is not read as markup."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")
