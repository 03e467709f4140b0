"""A recovery as text."""

from __future__ import annotations

from rackguard.report.figures import count
from rackguard.report.layout import Style, columns, wrap
from rackguard.report.recovery_report import RecoveryReport, notes, sections


def render(report: RecoveryReport, style: Style) -> str:
    """What was under way, what became of it, and the commands, each on a line that can be copied."""
    number = len(report.recovery.outcomes)
    account = report.account or "not asked"
    heading = f"Stack {report.stack}, account {account}: {count(number, 'interrupted operation')}"
    lines = [style.paint(heading, "title")]
    if report.recovery.is_clean:
        lines.append("Nothing is in flight, missing or orphaned.")
    for words, rows in sections(report):
        lines += ["", *wrap(words, style)]
        lines += columns([(row.name, row.type, row.id, row.price, row.note) for row in rows], right=frozenset({3}))
    for note in notes(report):
        lines += ["", *wrap(note, style)]
    if report.commands:
        lines += ["", style.paint("The way back", "title")]
    for command in report.commands:
        lines += [f"  # {command.why}", f"  {command.line}"]
    return "".join(f"{line}\n" for line in lines)
