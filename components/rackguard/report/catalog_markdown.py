"""The catalogue's age and changes as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.catalog.differences import Differences
from rackguard.report import catalog_report as told
from rackguard.report import markdown
from rackguard.report.catalog_report import CatalogReport


def render(report: CatalogReport) -> str:
    """What was read, what wasn't, ages, warnings, and what differs."""
    lines = [f"## {markdown.text(told.heading(report))}", "", markdown.text(told.place(report)), ""]
    if report.refresh:
        lines += _refresh(report.refresh)
    lines += [*markdown.table([told.AGE_HEADING, *told.age_rows(report)], told.AGE_FIGURES), ""]
    for note in told.notes(report):
        lines += [markdown.text(note), ""]
    if report.differences:
        lines += _differences(report.differences, report.since)
    stale = told.warnings(report)
    lines += ["### Stale", "", *_items(stale)] if stale else []
    lines.append(markdown.text(told.verdict(report)))
    return "".join(f"{line}\n" for line in lines)


def _refresh(refresh: told.RefreshTold) -> Iterator[str]:
    if refresh.remark:
        yield from (markdown.text(refresh.remark), "")
    if refresh.not_enabled:
        yield from (f"Not enabled in this account, and not asked: {', '.join(refresh.not_enabled)}.", "")
    rows = told.unread_rows(refresh)
    if rows:
        yield from ("### Not read", "", *_items(rows))


def _items(rows: list[tuple[str, str]]) -> Iterator[str]:
    yield from (f"- {markdown.text(f'{words}. {hint}')}" for words, hint in rows)
    yield ""


def _differences(found: Differences, since: str) -> Iterator[str]:
    yield from (f"### Differences from {since}", "")
    if found.is_empty:
        yield from ("None.", "")
    types = told.type_lines(found)
    cut = told.left_out(len(types), "type")
    if types:
        yield from (*(f"- {markdown.text(line)}" for line in [*types[: told.LONGEST], *cut]), "")
    if found.zones:
        yield from markdown.table([told.ZONE_HEADING, *told.zone_rows(found.zones[: told.LONGEST])])
        yield from ("", *_more(told.left_out(len(found.zones), "row")))
    prices = told.shown_prices(found)
    if prices:
        rows = told.price_rows(prices[: told.LONGEST])
        yield from markdown.table([told.PRICE_HEADING, *rows], told.PRICE_FIGURES)
        yield from ("", *_more(told.left_out(len(prices), "price")))
    yield from _more(told.counted_prices(found))


def _more(words: list[str]) -> Iterator[str]:
    for line in words:
        yield from (markdown.text(line), "")
