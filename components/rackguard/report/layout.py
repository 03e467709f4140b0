"""Text for a terminal: columns, wrapped lines, and colours where they are wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Literal

from rackguard.record import record

Tone = Literal["title", "error", "warning", "info", "quiet", "good"]
_CODES = {"title": "1", "error": "1;31", "warning": "33", "info": "36", "quiet": "2", "good": "32"}
WIDTH, NARROWEST, WIDEST = 100, 40, 120
"""Columns of text that is not for a terminal, and the bounds on one: prose in wider lines is hard to read."""


@record
class Style:
    """How wide the text may be, and whether it may have colours."""

    width: int = WIDTH
    colour: bool = False

    def paint(self, text: str, tone: Tone) -> str:
        """`text`, cleaned, in a colour or as it is."""
        shown = clean(text)
        return f"\x1b[{_CODES[tone]}m{shown}\x1b[0m" if self.colour and shown else shown


def terminal_style(stream: object, environment: Mapping[str, str]) -> Style:
    """The style for a stream: colours on a terminal only, never with NO_COLOR; its width, 100 otherwise."""
    isatty = getattr(stream, "isatty", None)
    if not (isatty and isatty()):
        return Style()
    colour = not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"
    return Style(max(NARROWEST, min(_columns_of(stream, environment), WIDEST)), colour)


def _columns_of(stream: object, environment: Mapping[str, str]) -> int:
    """As `shutil.get_terminal_size`, which is slow to import."""
    from os import get_terminal_size

    given = environment.get("COLUMNS", "")
    if given.isascii() and given.isdigit() and int(given):
        return int(given)
    fileno = getattr(stream, "fileno", None)
    try:
        return (get_terminal_size(fileno()).columns if fileno else 0) or WIDTH
    except (OSError, ValueError):
        return WIDTH


def clean(text: str) -> str:
    r"""`text` with whatever a terminal would obey or hide (escape sequences, direction marks) as `\x1b`."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def wrap(text: str, style: Style, first: str = "", rest: str | None = None) -> list[str]:
    """`text`, cleaned, in lines of the style's width, the first after `first`, the others after `rest`."""
    return wrapped(text, style.width, first, rest)


def wrapped(text: str, width: int, first: str = "", rest: str | None = None) -> list[str]:
    """As `wrap`, for a width of its own; a word that is longer stays whole."""
    indent = " " * len(first) if rest is None else rest
    lines: list[str] = []
    line = first
    empty = True
    for word in clean(" ".join(text.split())).split(" "):
        if not empty and len(line) + 1 + len(word) > width:
            lines.append(line)
            line, empty = indent, True
        line += word if empty else f" {word}"
        empty = False
    return [*lines, line]


def columns(
    rows: Sequence[Sequence[str]],
    *,
    right: frozenset[int] = frozenset(),
    indent: int = 2,
    width: int | None = None,
    flexible: int | Sequence[int] = 0,
) -> list[str]:
    """Rows, cleaned, as aligned lines; the columns in `right` are set flush right.

    Where they would be wider than `width`, the cells of the column `flexible` go over several lines; of several columns
    those of the first, and of the others where they fit by it.
    """
    if not rows:
        return []
    cleaned = [[clean(cell) for cell in row] for row in rows]
    widths = [max(len(row[index]) for row in cleaned) for index in range(len(cleaned[0]))]
    excess = indent + sum(widths) + 2 * (len(widths) - 1) - width if width else 0
    if excess <= 0:
        return [_aligned(row, widths, right, indent) for row in cleaned]
    order = [flexible] if isinstance(flexible, int) else flexible
    narrow, left = _narrowed(cleaned, widths, order, excess)
    if left:
        narrow, _ = _narrowed(cleaned, widths, order[:1], excess)
    lines: list[str] = []
    for row in cleaned:
        cells = [_parts(cell, narrow[index]) if index in order else [cell] for index, cell in enumerate(row)]
        lines += [_aligned(line, narrow, right, indent) for line in zip_longest(*cells, fillvalue="")]
    return lines


def _narrowed(
    rows: Sequence[Sequence[str]], widths: Sequence[int], order: Sequence[int], excess: int
) -> tuple[list[int], int]:
    """The widths with these columns made narrower, one after the other, and what is in excess all the same."""
    narrow = list(widths)
    for index in order:
        longest = max(len(word) for row in rows for word in row[index].split(" "))
        fewer = min(excess, max(0, narrow[index] - longest - 2))
        narrow[index] -= fewer
        excess -= fewer
    return narrow, excess


def _parts(cell: str, width: int) -> list[str]:
    """A cell in lines, the others two columns further in than the first."""
    lead = cell[: len(cell) - len(cell.lstrip())]
    return wrapped(cell.lstrip(), width, lead, f"{lead}  ")


def _aligned(row: Sequence[str], widths: Sequence[int], right: frozenset[int], indent: int) -> str:
    cells = [
        cell.rjust(width) if index in right else cell.ljust(width)
        for index, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return (" " * indent + "  ".join(cells)).rstrip()
