"""Judgements as JUnit XML: a test case for each rule and resource."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from rackguard.report import check_words
from rackguard_policies.outcome import Outcome

if TYPE_CHECKING:
    from rackguard.report.check_report import CheckReport
    from rackguard_policies.outcome import Judgement

_UNPRINTABLE = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 65534, 65535), "�")
"""What XML 1.0 can't hold."""


def render(report: CheckReport) -> str:
    """One suite a rule; what is waived, unproven or doesn't apply is skipped, with its reason."""
    root = Element("testsuites", {"name": f"rackguard check of {report.stack}"})
    for rule, judgements in report.by_rule.items():
        _suite(root, rule, judgements, report)
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _suite(root: Element, rule: str, judgements: tuple[Judgement, ...], report: CheckReport) -> None:
    cases: dict[str, list[Judgement]] = {}
    for each in judgements:
        cases.setdefault(each.urn, []).append(each)
    suite = SubElement(root, "testsuite", {"name": rule, "tests": str(len(cases))})
    failures = errors = skipped = 0
    for urn, found in cases.items():
        case = SubElement(suite, "testcase", {"name": _text(urn or "the exceptions"), "classname": rule})
        kind = _case(case, found, report)
        errors += kind == "error"
        failures += kind == "failure"
        skipped += kind == "skipped"
    suite.set("failures", str(failures))
    suite.set("errors", str(errors))
    suite.set("skipped", str(skipped))


def _case(case: Element, found: list[Judgement], report: CheckReport) -> str:
    """Say how a case came out, in the one element that every reader takes; empty where it holds."""
    failing = [each for each in found if report.fails(each)]
    rest = [each for each in found if each.outcome is not Outcome.COMPLIANT]
    if failing:
        kind = "error" if any(each.outcome is Outcome.ERRORED for each in failing) else "failure"
        about = report.about(failing[0].rule)
        whats = [check_words.what(each) for each in failing]
        given = {"message": _text("; ".join(whats)), "type": about.severity}
        advice = f"{about.title}. {about.why} {check_words.what_to_do(failing[0], report)}"
        SubElement(case, kind, given).text = _text("\n".join([*whats, advice]))
        return kind
    if rest:
        notes = [f"{each.outcome.value}: {each.note or check_words.what(each)}" for each in rest]
        SubElement(case, "skipped", {"message": _text("; ".join(notes))})
        return "skipped"
    return ""


def _text(text: str) -> str:
    return text.translate(_UNPRINTABLE)
