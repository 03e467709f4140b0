"""What an account says, as text."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.account.preflight.outcome import Outcome, Status
from rackguard.report.layout import Style, Tone, wrap
from rackguard.report.preflight_report import NAMES, PreflightReport, notes, summary

_TONES: dict[Status, Tone] = {"ok": "good", "problem": "error", "warning": "warning", "unknown": "warning"}
_WIDTH = max(map(len, NAMES.values()))


def render(report: PreflightReport, style: Style) -> str:
    """Every check that had something to ask, what was answered, and each command on a line that can be copied."""
    about = f"{report.cluster}  stack {report.stack} · {report.region} · account {report.account}"
    lines = [style.paint(about, "title"), f"asked as of {report.as_of}"]
    for each in report.answered:
        if each.outcomes:
            lines += ["", f"{style.paint(each.check.id, 'title')}  {style.paint(each.check.title, 'quiet')}"]
            lines += [line for outcome in each.outcomes for line in _lines(outcome, style)]
    for note in notes(report):
        lines += ["", *wrap(note, style)]
    verdict = f"{report.stack}: {summary(report)}."
    unsure = " What is unknown is no pass." if any(one.status == "unknown" for one in report.outcomes) else ""
    lines += ["", *wrap(verdict + unsure, style)]
    return "".join(f"{line}\n" for line in lines)


def _lines(outcome: Outcome, style: Style) -> Iterator[str]:
    name = NAMES[outcome.status]
    rest = " " * (_WIDTH + 4)
    words = f"{outcome.where}: {outcome.message}" if outcome.where else outcome.message
    first, *more = wrap(words, style, rest, rest)
    yield f"  {style.paint(name, _TONES[outcome.status])}{first[2 + len(name) :]}"
    yield from more
    if outcome.hint:
        yield from wrap(outcome.hint, style, f"{rest}→ ", f"{rest}  ")
    if outcome.command:
        yield f"{rest}$ {style.paint(outcome.command, 'info')}"
