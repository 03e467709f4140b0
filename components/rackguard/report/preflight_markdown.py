"""What an account says, as Markdown."""

from __future__ import annotations

from rackguard.report import markdown
from rackguard.report.layout import clean
from rackguard.report.preflight_report import NAMES, PreflightReport, notes, summary

_SIGNS = {"ok": "✅", "problem": "❌", "warning": "⚠️", "unknown": "⚠️"}


def render(report: PreflightReport) -> str:
    """A table of all outcomes, the commands in a block of code, and the rest below."""
    lines = [f"## Preflight of {markdown.code(report.stack)}: {summary(report)}", ""]
    about = f"{report.cluster} · {report.region} · account {report.account} · as of {report.as_of}"
    lines += [markdown.text(about), ""]
    rows = [
        (f"{_SIGNS[one.status]} {NAMES[one.status]}", one.check, one.where, one.message, one.hint)
        for one in report.outcomes
    ]
    if rows:
        lines += [*markdown.table([("", "Check", "Where", "Answer", "What to do"), *rows]), ""]
    commands = [(f"# {one.check} {one.where}".rstrip(), clean(one.command)) for one in report.outcomes if one.command]
    if commands:
        lines += ["```sh", *(line for pair in commands for line in pair), "```", ""]
    for note in notes(report):
        lines += [markdown.text(note), ""]
    return "\n".join(lines).rstrip() + "\n"
