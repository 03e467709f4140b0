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
    for rule in dict.fromkeys(each.rule for each in report.judgements):
        _suite(root, rule, report)
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _suite(root: Element, rule: str, report: CheckReport) -> None:
    judgements = [each for each in report.judgements if each.rule == rule]
    cases: dict[str, list[Judgement]] = {}
    for each in judgements:
        cases.setdefault(each.urn, []).append(each)
    suite = SubElement(root, "testsuite", {"name": rule, "tests": str(len(cases))})
    failures = errors = skipped = 0
    for urn, found in cases.items():
        case = SubElement(suite, "testcase", {"name": _text(urn or "the exceptions"), "classname": rule})
        failing = [each for each in found if report.fails(each)]
        errors += any(each.outcome is Outcome.ERRORED for each in failing)
        failures += bool(failing) and not any(each.outcome is Outcome.ERRORED for each in failing)
        skipped += not failing and all(each.outcome is not Outcome.COMPLIANT for each in found)
        for each in found:
            _outcome(case, each, report)
    suite.set("failures", str(failures))
    suite.set("errors", str(errors))
    suite.set("skipped", str(skipped))


def _outcome(case: Element, judgement: Judgement, report: CheckReport) -> None:
    if judgement.outcome is Outcome.COMPLIANT:
        return
    if report.fails(judgement):
        kind = "error" if judgement.outcome is Outcome.ERRORED else "failure"
        about = report.about(judgement.rule)
        given = {"message": _text(check_words.what(judgement)), "type": about.severity}
        SubElement(case, kind, given).text = _text(f"{about.title}. {about.why} {about.fix}")
    else:
        note = judgement.note or check_words.what(judgement)
        SubElement(case, "skipped", {"message": _text(f"{judgement.outcome.value}: {note}")})


def _text(text: str) -> str:
    return text.translate(_UNPRINTABLE)
