"""How a cluster fares, as Markdown."""

from __future__ import annotations

from rackguard.report import markdown
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


def render(report: StatusReport) -> str:
    """The pools as a table, what keeps nodes away, and the cost so far."""
    lines = [f"## Status of {markdown.code(report.stack)}: {summary(report)}", ""]
    about = f"{report.cluster} · {report.region} · account {report.account} · as of {report.as_of}"
    lines += [markdown.text(about), ""]
    lines += [*markdown.table(pool_rows(report.pools), right=frozenset({1, 2, 3, 4, 5})), ""]
    for pool in report.pools:
        for failure in pool.failures:
            action = f" {failure.cause.action}" if failure.cause else ""
            lines.append(f"- {markdown.code(pool.name)}: {markdown.text(f'{failure_words(failure)}.{action}')}")
            lines.append(f"  AWS: {markdown.text(failure.message or 'no reason given')}")
        lines += [f"- {markdown.code(pool.name)}: {markdown.text(note)}" for note in notes(pool)]
    if lines[-1]:
        lines.append("")
    rows = [part_cells(pool, part) for pool in report.pools for part in pool.spent.parts]
    if rows:
        heading = ["pool", "for", "node-hours", "USD an hour", "USD", "price"]
        last = ["total", "", "", "", total(report.pools), ""]
        cited = dict.fromkeys(
            source for pool in report.pools for part in pool.spent.parts for source in part.price.sources
        )
        lines += [f"Cost since {report.since}:", ""]
        lines += [*markdown.table([heading, *rows, last], right=frozenset({2, 3, 4})), ""]
        lines += [*(f"- {markdown.text(source)}" for source in cited), "", markdown.text(NOT_COUNTED)]
    return "\n".join(lines).rstrip() + "\n"
