"""Advice as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.report import advice_report as told
from rackguard.report import mix_words
from rackguard.report.advice_report import AdviceReport
from rackguard.report.layout import Style, columns, wrap
from rackguard.report.needs_words import needs
from rackguard.report.sources import Sources

if TYPE_CHECKING:
    from rackguard.advice.mix import MixAdvice
    from rackguard.advice.split import SplitAdvice


def render(report: AdviceReport, style: Style) -> str:
    """The choices with their reasons, what stands beside them, what was left out, and what to relax."""
    sources = Sources()
    lines = [
        style.paint(report.work, "title"),
        *wrap(told.limits(report), style),
        *wrap(told.summary(report), style),
    ]
    if report.advice.choices:
        lines += ["", style.paint("CHOICES", "title"), *_choices(report, style, sources)]
        lines += _section("WHAT THE BEST CHOICE NEEDS", [needs(report.advice.choices[0].sizing)], style)
    if report.mix:
        lines += _mix(report.mix, style, sources)
    if report.split:
        lines += _split(report.split, report.mix, style)
    if report.advice.front:
        lines += _section("NOTHING BEATS THESE IN COST, TIME AND CARBON AT ONCE", [told.front(report)], style)
    lines += _table("WAYS TO FINE-TUNE", told.METHOD_HEADINGS, told.method_rows(report), style)
    lines += _table("THE BEST WHERE IT EMITS LEAST", told.CLEANEST_HEADINGS, told.cleanest_rows(report), style)
    lines += _section("LEFT OUT", [told.left_out(report)] if report.advice.exclusions else [], style)
    lines += _section("WHAT WOULD MAKE IT POSSIBLE", report.relax, style)
    notes = [*told.remarks(report), *sources.lines()] if report.advice.choices else []
    lines += ["", *(line for note in notes for line in wrap(note, style, "", "    "))] if notes else []
    return "".join(f"{line}\n" for line in lines)


def _choices(report: AdviceReport, style: Style, sources: Sources) -> list[str]:
    rows = told.rows(report, sources)
    text = columns([told.HEADINGS, *rows], right=told.RIGHT, width=style.width, flexible=len(told.HEADINGS) - 1)
    for number, choice in enumerate(report.advice.choices[: report.top], 1):
        text += [line for words in told.details(choice) for line in wrap(words, style, f"  {number}: ", "     ")]
    return text


def _mix(mix: MixAdvice, style: Style, sources: Sources) -> list[str]:
    rows = mix_words.rows(mix, sources)
    body = columns([mix_words.HEADINGS, *rows], right=mix_words.RIGHT, width=style.width, flexible=0) if rows else []
    return ["", style.paint(mix_words.title(mix).upper(), "title"), *body, *_wrapped(mix_words.notes(mix), style)]


def _split(split: SplitAdvice, mix: MixAdvice | None, style: Style) -> list[str]:
    rows = [mix_words.SPLIT_HEADINGS, *mix_words.split_rows(split)]
    body = columns(rows, right=mix_words.SPLIT_RIGHT, width=style.width, flexible=0)
    title = style.paint("WHAT THIS SPLIT WOULD SAVE", "title")
    return ["", title, *body, *_wrapped(mix_words.split_notes(split, mix), style)]


def _wrapped(texts: list[str], style: Style) -> list[str]:
    return [line for text in texts for line in wrap(text, style, "  ", "    ")]


def _section(title: str, texts: list[str] | tuple[str, ...], style: Style) -> list[str]:
    if not texts:
        return []
    return ["", style.paint(title, "title"), *_wrapped(list(texts), style)]


def _table(title: str, headings: tuple[str, ...], rows: list[tuple[str, ...]], style: Style) -> list[str]:
    if not rows:
        return []
    body = columns([headings, *rows], width=style.width, flexible=len(headings) - 1)
    return ["", style.paint(title, "title"), *body]
