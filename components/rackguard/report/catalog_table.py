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
    for note in told.notes(report):
        lines += ["", *wrap(note, style)]
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
    types = told.type_lines(found)
    prices = told.shown_prices(found)
    zones = [told.ZONE_HEADING, *told.zone_rows(found.zones[: told.LONGEST])]
    rates = [told.PRICE_HEADING, *told.price_rows(prices[: told.LONGEST])]
    blocks = (
        [*_items([*types[: told.LONGEST], *told.left_out(len(types), "type")], style)],
        [*columns(zones if found.zones else []), *_items(told.left_out(len(found.zones), "row"), style)],
        [
            *columns(rates if prices else [], right=told.PRICE_FIGURES),
            *_items(told.left_out(len(prices), "price"), style),
        ],
        [*_items(told.counted_prices(found), style)],
    )
    title = ["", style.paint(f"DIFFERENCES from {since}", "title")]
    if found.is_empty and not types:
        title.append("  none")
    for block in filter(None, blocks):
        yield from (*title, *block)
        title = [""]
    if len(title) > 1:
        yield from title


def _items(lines: list[str], style: Style) -> Iterator[str]:
    for line in lines:
        yield from wrap(line, style, "  ", "    ")
