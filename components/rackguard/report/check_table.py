"""Judgements as text for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.report import check_words
from rackguard.report.layout import Style, wrap
from rackguard_policies.outcome import Outcome

if TYPE_CHECKING:
    from rackguard.report.check_report import CheckReport
    from rackguard.report.layout import Tone
    from rackguard_policies.outcome import Judgement
    from rackguard_policies.rule import Severity

_TONES: dict[Severity, Tone] = {"critical": "error", "high": "error", "medium": "warning", "low": "info"}


def render(report: CheckReport, style: Style) -> str:
    """What counts against the stack, what is waived and unproven, and the verdict last."""
    lines: list[str] = []
    for judgement in report.failing:
        lines += _finding(judgement, report, style)
    if unproven := [each for each in report.of(Outcome.UNPROVEN) if not report.fails(each)]:
        lines += ["", style.paint("UNPROVEN: only known once it is deployed", "title"), *_short(unproven, style)]
    if waived := report.of(Outcome.WAIVED):
        lines += ["", style.paint("WAIVED", "title"), *_short(waived, style)]
    if report.graph.lacks:
        lines += ["", style.paint("NOT JUDGED HERE", "title")]
        lines += [line for lack in report.graph.lacks for line in wrap(f"{lack}.", style, "  ", "    ")]
    tone: Tone = "error" if report.failing else "good"
    verdict = f"Judged: {check_words.summary(report)}."
    lines += ["", *wrap(check_words.asked(report), style), style.paint(verdict, tone)]
    return "".join(f"{line}\n" for line in lines).lstrip("\n")


def _finding(judgement: Judgement, report: CheckReport, style: Style) -> list[str]:
    about = report.about(judgement.rule)
    heading = [
        style.paint(about.severity, _TONES[about.severity]),
        style.paint(check_words.resource_of(judgement), "title"),
        style.paint(judgement.rule, "quiet"),
        style.paint(check_words.place_of(judgement, report), "quiet"),
    ]
    lines = ["  ".join(part for part in heading if part), *wrap(check_words.what(judgement), style, "  ", "  ")]
    lines += wrap(check_words.what_to_do(judgement, report), style, "  → ", "    ")
    if controls := check_words.controls_of(judgement, report):
        lines += [style.paint(line, "quiet") for line in wrap(controls, style, "    ", "    ")]
    return lines


def _short(judgements: list[Judgement] | tuple[Judgement, ...], style: Style) -> list[str]:
    lines: list[str] = []
    for each in judgements:
        words = f"{each.rule} {check_words.resource_of(each)} {each.path}"
        note = each.note or f"wanted: {each.wanted}"
        lines += wrap(f"{words.rstrip()}: {note}", style, "  ", "    ")
    return lines
