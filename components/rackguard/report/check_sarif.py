"""Judgements as SARIF 2.1.0, for code scanning."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from rackguard.report import check_words, markdown
from rackguard.report.check_place import fingerprints, place
from rackguard_policies.exception_checks import CHECKS
from rackguard_policies.outcome import Outcome

if TYPE_CHECKING:
    from rackguard.report.check_report import CheckReport
    from rackguard_policies.exception_checks import Check
    from rackguard_policies.outcome import Judgement
    from rackguard_policies.rule import Rule, Severity

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS: dict[Severity, str] = {"critical": "error", "high": "error", "medium": "warning", "low": "note"}
SCORES: dict[Severity, str] = {"critical": "9.5", "high": "8.0", "medium": "5.5", "low": "2.0"}
"""`security-severity`, by which code scanning sorts."""
SHOWN = (Outcome.FINDING, Outcome.ERRORED, Outcome.UNPROVEN, Outcome.WAIVED)


def render(report: CheckReport) -> str:
    """One run, with every rule that was asked; waived findings are suppressed, with their reasons."""
    rules = [*report.rules, *CHECKS]
    places = {rule.id: index for index, rule in enumerate(rules)}
    shown = [each for each in report.judgements if each.outcome in SHOWN]
    run = {
        "tool": {
            "driver": {
                "name": "rackguard",
                "semanticVersion": report.version,
                "rules": [_rule(rule, report) for rule in rules],
            }
        },
        "columnKind": "utf16CodeUnits",
        "results": [
            _result(each, report, places[each.rule], fingerprint)
            for each, fingerprint in zip(shown, fingerprints(shown), strict=True)
        ],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False) + "\n"


def _rule(rule: Rule | Check, report: CheckReport) -> dict[str, Any]:
    controls = report.controls(rule.id)
    text = f"{rule.why} {rule.fix}" + (f" Controls: {controls}." if controls else "")
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.why},
        "help": {"text": text, "markdown": "\n".join(_help(rule, controls))},
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
        "properties": {"security-severity": SCORES[rule.severity], "tags": ["security", *_tags(rule.id, report)]},
    }


def _help(rule: Rule | Check, controls: str) -> list[str]:
    """Why, what to do, an example before and after, and the controls, in Markdown."""
    lines = [markdown.text(rule.why), "", f"**What to do:** {markdown.text(rule.fix)}"]
    for title, example in (("Before", getattr(rule, "before", "")), ("After", getattr(rule, "after", ""))):
        lines += ["", f"{title}:", "", "```python", *example.strip().split("\n"), "```"] if example else []
    return [*lines, *(["", f"**Controls:** {markdown.text(controls)}"] if controls else [])]


def _tags(rule: str, report: CheckReport) -> list[str]:
    return [
        f"{framework.id}/{control.id}" for framework in report.frameworks for control in framework.controls_of(rule)
    ]


def _result(judgement: Judgement, report: CheckReport, index: int, fingerprint: str) -> dict[str, Any]:
    severity = report.severity(judgement.rule)
    counts = report.fails(judgement)
    file, line = place(judgement, report)
    resource = check_words.resource_of(judgement)
    location: dict[str, Any] = {
        "physicalLocation": {"artifactLocation": {"uri": quote(file)}, "region": {"startLine": line}},
    }
    if judgement.urn:
        location["logicalLocations"] = [{"name": resource, "fullyQualifiedName": judgement.urn, "kind": "resource"}]
    result: dict[str, Any] = {
        "ruleId": judgement.rule,
        "ruleIndex": index,
        "level": LEVELS[severity] if counts or judgement.outcome is Outcome.WAIVED else "note",
        "message": {"text": f"{resource}: {check_words.what(judgement)}".removeprefix(": ")},
        "locations": [location],
        "partialFingerprints": {"rackguard/v1": fingerprint},
    }
    if judgement.outcome is Outcome.WAIVED:
        result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": judgement.note}]
    return result
