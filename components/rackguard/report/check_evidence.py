"""Judgements as evidence for an auditor: control by control, and what was judged, how, when and from what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.report import check_words, markdown
from rackguard.report.figures import count
from rackguard_policies.framework import BASES
from rackguard_policies.outcome import Outcome

if TYPE_CHECKING:
    from rackguard.report.check_report import CheckReport
    from rackguard_policies.framework import Control, Framework
    from rackguard_policies.outcome import Judgement

SOURCES = {
    "plan": "the stack's program, run offline: what it declares. It doesn't prove what is deployed.",
    "preview": "what `pulumi preview` printed: what a deployment would make. It doesn't prove what is deployed.",
    "state": "the state of the last deployment. It doesn't prove what was changed outside of Pulumi since its last"
    " refresh, nor what runs on the machines.",
}


def render(report: CheckReport) -> str:
    """A Markdown document."""
    lines = [
        f"# Evidence: guardrails of {markdown.text(report.stack)}",
        "",
        f"- Judged at: {report.as_of}",
        f"- Judged from: {markdown.code(report.file)}, {SOURCES[report.source]}",
        *([f"- SHA-256 of that file: {report.digest}"] if report.digest else []),
        f"- By: rackguard {report.version}, {check_words.asked(report)}",
        f"- Result: {check_words.summary(report)}",
        "",
    ]
    if report.graph.lacks:
        lines += ["What this source can't tell:", "", *(f"- {markdown.text(lack)}" for lack in report.graph.lacks), ""]
    for framework in report.frameworks:
        lines += _framework(framework, report)
    lines += _waivers(report)
    return "\n".join(lines).rstrip("\n") + "\n"


def _framework(framework: Framework, report: CheckReport) -> list[str]:
    lines = [f"## {framework.title}", "", f"{framework.source}; as of {framework.as_of}.", ""]
    rows = [["control", "asks for", "kind", "outcome", "judged"]]
    details: list[str] = []
    for control in framework.controls:
        judged = [each for rule, _ in control.rules for each in report.by_rule.get(rule, ())]
        rows.append([control.id, control.title, control.kind, _outcome(control, judged, report), _judged(judged)])
        details += _control(control, judged, report)
    return [*lines, *markdown.table(rows), "", *details]


def _outcome(control: Control, judged: list[Judgement], report: CheckReport) -> str:
    if not control.rules:
        return "not judged"
    if any(report.fails(each) for each in judged):
        return "findings"
    found = {each.outcome for each in judged}
    for outcome in (Outcome.UNPROVEN, Outcome.WAIVED, Outcome.COMPLIANT):
        if outcome in found:
            return "holds, with waivers" if outcome is Outcome.WAIVED else outcome.value
    return "nothing to judge"


def _judged(judged: list[Judgement]) -> str:
    applied = [each for each in judged if each.outcome is not Outcome.NOT_APPLICABLE]
    rules, resources = {each.rule for each in applied}, {each.urn for each in applied}
    return f"{count(len(rules), 'rule')}, {count(len(resources), 'resource')}" if applied else "–"


def _control(control: Control, judged: list[Judgement], report: CheckReport) -> list[str]:
    lines = [f"### {control.id}: {control.title}", ""]
    if control.reason:
        return [*lines, control.reason, ""]
    rows = [["rule", "rests on", "compliant", "findings", "waived", "unproven", "not applicable"]]
    for rule, basis in control.rules:
        own = report.by_rule.get(rule, ())
        failing = sum(each.outcome in (Outcome.FINDING, Outcome.ERRORED) for each in own)
        rest = [
            sum(each.outcome is outcome for each in own)
            for outcome in (Outcome.WAIVED, Outcome.UNPROVEN, Outcome.NOT_APPLICABLE)
        ]
        compliant = sum(each.outcome is Outcome.COMPLIANT for each in own)
        rows.append([rule, BASES[basis], *map(str, (compliant, failing, *rest))])
    findings = [
        f"- {markdown.code(each.rule)} {markdown.code(each.urn)}: {markdown.text(check_words.what(each))}"
        for each in judged
        if report.fails(each)
    ]
    return [*lines, *markdown.table(rows), "", *findings, *([""] if findings else [])]


def _waivers(report: CheckReport) -> list[str]:
    lines = ["## Exceptions", ""]
    if not report.exceptions:
        return [*lines, "None are declared."]
    rows = [["rule", "resource", "reason", "owner", "until"]]
    rows += [[each.rule, each.resource, each.reason, each.owner, each.until.isoformat()] for each in report.exceptions]
    return [*lines, *markdown.table(rows)]
