"""Pieces of Markdown. What comes from a user's file stays text: no markup, no links, nobody is notified."""

from __future__ import annotations

from collections.abc import Sequence

from rackguard.report.layout import clean

_MARKUP = frozenset("\\*_[]~|!`$")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_INVISIBLE = "\u200b"
"""A space without width: GitHub links no `@name` and no `#1` that it parts."""


def table(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset()) -> list[str]:
    """A Markdown table of texts, its first row the heading; the columns in `right` are set flush right."""
    heading, *body = rows
    rule = ["---:" if index in right else "---" for index in range(len(heading))]
    shown = [[text(cell) for cell in row] for row in body]
    return [f"| {' | '.join(row)} |" for row in ([text(cell) for cell in heading], rule, *shown)]


def text(words: str) -> str:
    """Words as they are, in one line; what stands between backticks stays code where they pair up."""
    parts = clean(" ".join(words.split())).split("`")
    if len(parts) % 2 == 0:
        return _escaped("`".join(parts))
    return "".join(code(part) if index % 2 else _escaped(part) for index, part in enumerate(parts))


def code(words: str) -> str:
    """Words as code, whatever is in them."""
    line = clean(" ".join(words.split()))
    if not line:
        return ""
    fence = "`"
    while fence in line:
        fence += "`"
    pad = " " if line[0] == "`" or line[-1] == "`" else ""
    # In a table's cell a pipe ends the cell even within code; its escape is taken away before code is read. A backslash
    # before the pipe would escape the escape.
    return f"{fence}{pad}{line}{pad}{fence}".replace("\\|", f"\\{_INVISIBLE}|").replace("|", "\\|")


def folded(title: str, lines: Sequence[str]) -> list[str]:
    """Lines under a title that opens at a click; nothing where there are none."""
    return [f"<details><summary>{title}</summary>", "", *lines, "", "</details>", ""] if lines else []


def _escaped(words: str) -> str:
    shown = "".join(f"\\{char}" if char in _MARKUP else _ENTITIES.get(char, char) for char in words)
    for sign in ("@", "#", "://"):
        shown = shown.replace(sign, f"{sign[0]}{_INVISIBLE}{sign[1:]}")
    return shown
