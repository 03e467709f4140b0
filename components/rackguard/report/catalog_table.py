"""The catalogue's age and changes as text."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.catalog.differences import Differences
from rackguard.report import catalog_report as told
from rackguard.report.catalog_report import CatalogReport
from rackguard.report.layout import Style, columns, wrap


def render(report: CatalogReport, style: Style) -> str:
    """What was read, what wasn't, ages, warnings, and what differs."""
    lines = [style.paint(told.heading(report), "title"), *wrap(told.place(report), style)]
    if report.refresh:
        lines += _refresh(report.refresh, style)
    lines += ["", *columns([told.AGE_HEADING, *told.age_rows(report)], right=told.AGE_FIGURES)]
    if report.differences:
        lines += _differences(report.differences, report.since, style)
    stale = told.warnings(report)
    lines += ["", style.paint("STALE", "title")] if stale else []
    for words, hint in stale:
        lines += [*wrap(words, style, "  ", "    "), *wrap(hint, style, "    → ", "      ")]
    lines += ["", *wrap(told.verdict(report), style)]
    return "".join(f"{line}\n" for line in lines)


def _refresh(refresh: told.RefreshTold, style: Style) -> Iterator[str]:
    if refresh.remark:
        yield from wrap(refresh.remark, style)
    if refresh.not_enabled:
        yield from wrap(f"Not enabled in this account, and not asked: {', '.join(refresh.not_enabled)}.", style)
    rows = told.unread_rows(refresh)
    if rows:
        yield from ("", style.paint("NOT READ", "title"))
    for words, hint in rows:
        yield from wrap(words, style, "  ", "    ")
        yield from wrap(hint, style, "    → ", "      ")


def _differences(found: Differences, since: str, style: Style) -> Iterator[str]:
    yield from ("", style.paint(f"DIFFERENCES from {since}", "title"))
    if found.is_empty:
        yield "  none"
    types = told.type_lines(found)
    for line in types[: told.LONGEST]:
        yield from wrap(line, style, "  ", "    ")
    yield from _more(told.left_out(len(types), "type"), style)
    if found.zones:
        yield ""
        yield from columns([told.ZONE_HEADING, *told.zone_rows(found.zones[: told.LONGEST])])
        yield from _more(told.left_out(len(found.zones), "row"), style)
    prices, small = told.shown_prices(found)
    if prices:
        yield ""
        rows = told.price_rows(prices[: told.LONGEST])
        yield from columns([told.PRICE_HEADING, *rows], right=told.PRICE_FIGURES)
        yield from _more(told.left_out(len(prices), "price"), style)
    yield from _more(told.small_changes(small), style)


def _more(words: list[str], style: Style) -> Iterator[str]:
    for line in words:
        yield from wrap(line, style, "  ", "    ")
