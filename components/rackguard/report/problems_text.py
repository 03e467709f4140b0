"""Problems as text: where, what, what to do."""

from __future__ import annotations

from collections.abc import Sequence

from rackguard.report.figures import count
from rackguard.report.layout import Style, Tone, clean, wrap
from rackguard.spec.problem import Level, Problem

NAMES: dict[Level, str] = {"error": "error", "warning": "warning", "info": "note"}
"""What a person calls a level."""

LONGEST_WORD = 200


def render(problems: Sequence[Problem], style: Style) -> str:
    """Every problem with its place, its words and its hint; empty where there is none."""
    lines: list[str] = []
    for problem in problems:
        lines += _heading(problem, style)
        lines += wrap(_shortened(problem.message), style, "  ", "  ")
        if problem.hint:
            lines += wrap(problem.hint, style, "  → ", "    ")
    return "".join(f"{line}\n" for line in lines)


def _heading(problem: Problem, style: Style) -> list[str]:
    """Level, place and id, on as few lines as the width allows; each stays whole."""
    parts: tuple[tuple[str, Tone], ...] = (
        (NAMES[problem.level], problem.level),
        (problem.where, "title"),
        (problem.id, "quiet"),
    )
    lines: list[str] = []
    used = 0
    for text, tone in parts:
        width = len(clean(text)) + 2
        if not lines:
            lines, used = [style.paint(text, tone)], width - 2
        elif text and used + width <= style.width:
            lines[-1] += f"  {style.paint(text, tone)}"
            used += width
        elif text:
            lines.append(f"  {style.paint(text, tone)}")
            used = width
    return lines


def _shortened(message: str) -> str:
    """Words of a sensible length: a value may be anything that was pasted."""
    if len(message) <= LONGEST_WORD:
        return message
    return " ".join(f"{word[:LONGEST_WORD]}…" if len(word) > LONGEST_WORD else word for word in message.split())


def summary(problems: Sequence[Problem]) -> str:
    """`2 errors, 1 warning, 3 notes`, or `no problems`."""
    found = [(sum(problem.level == level for problem in problems), name) for level, name in NAMES.items()]
    return ", ".join(count(number, name) for number, name in found if number) or "no problems"
