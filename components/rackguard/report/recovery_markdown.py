"""A recovery as Markdown, for an issue or an incident's page."""

from __future__ import annotations

from rackguard.report import markdown
from rackguard.report.figures import count
from rackguard.report.recovery_report import RecoveryReport, notes, sections

_HEADING = ("Name", "Type", "Id", "Price", "Note")


def render(report: RecoveryReport) -> str:
    """What was under way, what became of it, and the commands in a block of code."""
    number = len(report.recovery.outcomes)
    lines = [f"## Recovery of {markdown.code(report.stack)}: {count(number, 'interrupted operation')}", ""]
    if report.recovery.is_clean:
        lines += ["Nothing is in flight, missing or orphaned.", ""]
    for words, rows in sections(report):
        table = markdown.table([_HEADING, *((row.name, row.type, row.id, row.price, row.note) for row in rows)])
        lines += [f"**{markdown.text(words)}**", "", *table, ""]
    for note in notes(report):
        lines += [markdown.text(note), ""]
    if report.commands:
        lines += ["```sh", *(line for each in report.commands for line in (f"# {each.why}", each.line)), "```"]
    return "\n".join(lines).rstrip() + "\n"
