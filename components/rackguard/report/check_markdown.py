"""Judgements as Markdown, for a pull request's comment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.report import check_words, markdown
from rackguard_policies.outcome import Outcome

if TYPE_CHECKING:
    from rackguard.report.check_report import CheckReport


def render(report: CheckReport) -> str:
    """Verdict first, then what counts, what is waived and unproven, and what can't be judged here."""
    mark = "❌" if report.failing else "✅"
    lines = [
        f"## Rackguard check of {markdown.code(report.stack)}",
        "",
        f"{mark} **{check_words.summary(report)}**",
        "",
    ]
    lines += [markdown.text(check_words.asked(report)), ""]
    if report.failing:
        rows = [["severity", "rule", "resource", "what", "what to do", "controls"]]
        rows += [
            [
                report.severity(each.rule),
                each.rule,
                check_words.resource_of(each),
                check_words.what(each),
                check_words.what_to_do(each, report),
                check_words.controls_of(each, report),
            ]
            for each in report.failing
        ]
        lines += ["### Findings", "", *markdown.table(rows), ""]
    for title, outcome, rest in (
        ("Waived", Outcome.WAIVED, "why"),
        ("Unproven until it is deployed", Outcome.UNPROVEN, "wanted"),
    ):
        found = [each for each in report.of(outcome) if not report.fails(each)]
        if found:
            rows = [["rule", "resource", "property", rest]]
            rows += [[each.rule, check_words.resource_of(each), each.path, each.note or each.wanted] for each in found]
            lines += markdown.folded(f"{title} ({len(found)})", markdown.table(rows))
    if report.graph.lacks:
        lines += markdown.folded("Not judged here", [f"- {markdown.text(lack)}" for lack in report.graph.lacks])
    return "\n".join(lines).rstrip("\n") + "\n"
