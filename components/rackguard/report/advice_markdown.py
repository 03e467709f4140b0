"""Advice as Markdown."""

from __future__ import annotations

from rackguard.report import advice_report as told
from rackguard.report import markdown, mix_words
from rackguard.report.advice_report import AdviceReport
from rackguard.report.needs_words import needs
from rackguard.report.sources import Sources


def render(report: AdviceReport) -> str:
    """The same as the table's, in the same order."""
    sources = Sources()
    lines = [f"## {markdown.text(report.work)}", "", markdown.text(told.limits(report)), ""]
    lines += [f"**{markdown.text(told.summary(report))}**", ""]
    if report.advice.choices:
        lines += [*markdown.table([told.HEADINGS, *told.rows(report, sources)], told.RIGHT), ""]
        for number, choice in enumerate(report.advice.choices[: report.top], 1):
            lines += [f"{number}. {markdown.text(words)}" for words in told.details(choice)]
        lines += ["", *_list("What the best choice needs", [needs(report.advice.choices[0].sizing)])]
    if report.mix:
        rows = mix_words.rows(report.mix, sources)
        lines += _table(mix_words.title(report.mix), mix_words.HEADINGS, rows, mix_words.RIGHT)
        lines += _list("" if rows else mix_words.title(report.mix), mix_words.notes(report.mix))
    if report.split:
        rows = mix_words.split_rows(report.split)
        lines += _table("What this split would save", mix_words.SPLIT_HEADINGS, rows, mix_words.SPLIT_RIGHT)
        lines += _list("", mix_words.split_notes(report.split, report.mix))
    if report.advice.front:
        lines += _list("Nothing beats these in cost, time and carbon at once", [told.front(report)])
    lines += _table("Ways to fine-tune", told.METHOD_HEADINGS, told.method_rows(report))
    lines += _table("The best where it emits least", told.CLEANEST_HEADINGS, told.cleanest_rows(report))
    lines += _list("Left out", [told.left_out(report)] if report.advice.exclusions else [])
    lines += _list("What would make it possible", list(report.relax))
    if report.advice.choices:
        lines += [f"- {markdown.text(note)}" for note in (*told.remarks(report), *sources.lines())]
    return "\n".join(lines).rstrip() + "\n"


def _list(title: str, texts: list[str]) -> list[str]:
    heading = [f"**{title}**", ""] if title else []
    return [*heading, *(f"- {markdown.text(text)}" for text in texts), ""] if texts else []


def _table(
    title: str, headings: tuple[str, ...], rows: list[tuple[str, ...]], right: frozenset[int] = frozenset()
) -> list[str]:
    return [f"**{title}**", "", *markdown.table([headings, *rows], right), ""] if rows else []
