"""Problems as text: where, what, what to do."""

from __future__ import annotations

from collections.abc import Sequence

from rackguard.report.figures import count
from rackguard.report.layout import Style, wrap
from rackguard.spec.problem import Level, Problem

NAMES: dict[Level, str] = {"error": "error", "warning": "warning", "info": "note"}
"""What a person calls a level."""

LONGEST_WORD = 200


def render(problems: Sequence[Problem], style: Style) -> str:
    """Every problem with its place, its words and its hint; empty where there is none."""
    lines: list[str] = []
    for problem in problems:
        level = style.paint(NAMES[problem.level], problem.level)
        place = style.paint(problem.where, "title")
        lines.append("  ".join(part for part in (level, place, style.paint(problem.id, "quiet")) if part))
        lines += wrap(_shortened(problem.message), style, "  ", "  ")
        if problem.hint:
            lines += wrap(problem.hint, style, "  → ", "    ")
    return "".join(f"{line}\n" for line in lines)


def _shortened(message: str) -> str:
    """Words of a sensible length: a value may be anything that was pasted."""
    if len(message) <= LONGEST_WORD:
        return message
    return " ".join(f"{word[:LONGEST_WORD]}…" if len(word) > LONGEST_WORD else word for word in message.split())


def summary(problems: Sequence[Problem]) -> str:
    """`2 errors, 1 warning, 3 notes`, or `no problems`."""
    found = [(sum(problem.level == level for problem in problems), name) for level, name in NAMES.items()]
    return ", ".join(count(number, name) for number, name in found if number) or "no problems"
