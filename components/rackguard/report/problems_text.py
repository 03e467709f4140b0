"""Problems as text: where, what, what to do."""

from __future__ import annotations

from collections.abc import Sequence

from rackguard.report.layout import Style, count, wrap
from rackguard.spec.problem import Problem


def render(problems: Sequence[Problem], style: Style) -> str:
    """Every problem with its place, its words and its hint; empty where there is none."""
    lines: list[str] = []
    for problem in problems:
        level = style.paint(problem.level, problem.level)
        lines.append(f"{level}  {problem.where}  {style.paint(problem.id, 'quiet')}")
        lines += wrap(problem.message, style, "  ", "  ")
        if problem.hint:
            lines += wrap(problem.hint, style, "  → ", "    ")
    return "".join(f"{line}\n" for line in lines)


def summary(problems: Sequence[Problem]) -> str:
    """`2 errors, 1 warning`, or `no problems`."""
    parts = [
        count(number, level)
        for level in ("error", "warning")
        if (number := sum(problem.level == level for problem in problems))
    ]
    notes = sum(problem.level == "info" for problem in problems)
    return ", ".join(parts + ([count(notes, "note")] if notes else [])) or "no problems"
