"""How a cluster fares, as text."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.account.status.activity import Failure
from rackguard.report.layout import Style, columns, wrap
from rackguard.report.sources import Sources
from rackguard.report.status_report import (
    NOT_COUNTED,
    StatusReport,
    failure_words,
    notes,
    part_cells,
    pool_rows,
    summary,
    total,
)

_RIGHT = frozenset({1, 2, 3, 4, 5})


def render(report: StatusReport, style: Style) -> str:
    """Every pool in a line, what keeps nodes away, and what they have cost so far this month."""
    about = f"{report.cluster}  stack {report.stack} · {report.region} · account {report.account}"
    lines = [style.paint(about, "title"), f"as of {report.as_of}; cost since {report.since}"]
    lines += ["", style.paint("POOLS", "title"), *columns(pool_rows(report.pools), right=_RIGHT)]
    for pool in report.pools:
        said = [*(line for failure in pool.failures for line in _failure(failure, style))]
        said += [line for note in notes(pool) for line in wrap(note, style, "  ")]
        if said:
            lines += ["", style.paint(pool.name, "title"), *said]
    lines += _cost(report, style)
    lines += ["", *wrap(f"{report.stack}: {summary(report)}.", style)]
    return "".join(f"{line}\n" for line in lines)


def _failure(failure: Failure, style: Style) -> Iterator[str]:
    """The reason; AWS' own words, whole; what to do."""
    words = f"A start fails: {failure_words(failure)}"
    first, *more = wrap(words, style, "  ", "    ")
    yield style.paint(first, "error" if failure.is_unsolved else "warning")
    yield from more
    yield from wrap(f"AWS: {failure.message or 'no reason given'}", style, "    ", "    ")
    if failure.cause:
        yield from wrap(failure.cause.action, style, "    → ", "      ")


def _cost(report: StatusReport, style: Style) -> Iterator[str]:
    sources = Sources()
    rows = [
        [*part_cells(pool, part)[:-1], f"{part.price.marker}{sources.mark(*part.price.sources)}"]
        for pool in report.pools
        for part in pool.spent.parts
    ]
    if not rows:
        return
    heading = ["pool", "for", "node-hours", "USD an hour", "USD", "price"]
    yield ""
    yield style.paint("COST SO FAR THIS MONTH", "title")
    last = ["total", "", "", "", total(report.pools), ""]
    yield from columns([heading, *rows, last], right=frozenset({2, 3, 4}), width=style.width, flexible=1)
    for line in (*sources.lines(), NOT_COUNTED):
        yield from wrap(line, style, "  ", "  ")
