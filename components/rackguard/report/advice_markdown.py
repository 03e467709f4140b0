"""Advice as Markdown."""

from __future__ import annotations

from rackguard.report import advice_report as told
from rackguard.report import markdown
from rackguard.report.advice_report import AdviceReport
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
        lines.append("")
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
    return [f"**{title}**", "", *(f"- {markdown.text(text)}" for text in texts), ""] if texts else []


def _table(title: str, headings: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    return [f"**{title}**", "", *markdown.table([headings, *rows]), ""] if rows else []
