"""Text for a terminal: columns, wrapped lines, and colours where they are wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rackguard.record import record

Tone = Literal["title", "error", "warning", "info", "quiet", "good"]
_CODES = {"title": "1", "error": "1;31", "warning": "33", "info": "36", "quiet": "2", "good": "32"}


@record
class Style:
    """How wide the text may be, and whether it may have colours."""

    width: int = 100
    colour: bool = False

    def paint(self, text: str, tone: Tone) -> str:
        """`text` in a colour, or as it is."""
        return f"\x1b[{_CODES[tone]}m{text}\x1b[0m" if self.colour and text else text


def terminal_style(stream: object, *, environment: dict[str, str]) -> Style:
    """The style for a stream: colours on a terminal only, never with NO_COLOR; its width, 100 otherwise."""
    isatty = getattr(stream, "isatty", None)
    terminal = bool(isatty and isatty())
    width = 100
    if terminal:
        from shutil import get_terminal_size

        width = max(60, min(get_terminal_size().columns, 160))
    colour = terminal and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"
    return Style(width, colour)


def wrap(text: str, style: Style, first: str = "", rest: str | None = None) -> list[str]:
    """`text` in lines of the style's width, the first after `first`, the others after `rest`."""
    indent = " " * len(first) if rest is None else rest
    lines: list[str] = []
    line = first
    empty = True
    for word in text.split():
        if not empty and len(line) + 1 + len(word) > style.width:
            lines.append(line)
            line, empty = indent, True
        line += word if empty else f" {word}"
        empty = False
    return [*lines, line]


def columns(rows: Sequence[Sequence[str]], *, right: frozenset[int] = frozenset(), indent: int = 2) -> list[str]:
    """Rows as aligned lines; the columns in `right` are set flush right."""
    if not rows:
        return []
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    lines: list[str] = []
    for row in rows:
        cells = [
            cell.rjust(width) if index in right else cell.ljust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append((" " * indent + "  ".join(cells)).rstrip())
    return lines


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 error`, `2 errors`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def usd(amount: float, *, at_least: bool = False) -> str:
    """Dollars for a person: `1,234.50`, `≥ 1,234.50`."""
    return f"{'≥ ' if at_least else ''}{amount:,.2f}"


def kg(amount: float, *, at_least: bool = False) -> str:
    """Kilograms for a person: three significant figures."""
    text = f"{amount:,.0f}" if amount >= 100 else f"{amount:.3g}"
    return f"{'≥ ' if at_least else ''}{text}"
