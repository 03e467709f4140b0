"""Judgements in words, shared by the renderers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rackguard.graph.urn import name_of
from rackguard.report.check_place import declared
from rackguard.report.figures import count
from rackguard_policies.outcome import SILENT, Outcome

if TYPE_CHECKING:
    from rackguard.report.check_report import CheckReport
    from rackguard_policies.outcome import Judgement


def what(judgement: Judgement) -> str:
    """What is wrong, in a sentence."""
    if judgement.outcome is Outcome.ERRORED:
        return f"the rule failed ({judgement.note}), so nothing is known"
    place = judgement.path or "the resource"
    if judgement.outcome is Outcome.UNPROVEN:
        why = f"can't be proven: {judgement.note}" if judgement.note else "can't be proven yet"
        return f"{place} {why}; wanted: {judgement.wanted}"
    seen = f"is {judgement.seen}; " if judgement.seen else ""
    return f"{place} {seen}wanted: {judgement.wanted}"


def what_to_do(judgement: Judgement, report: CheckReport) -> str:
    """How to mend it; a rule that failed says nothing of the resource, so its own advice doesn't help."""
    if judgement.outcome is Outcome.ERRORED:
        return "Report it: the fault is the rule's. Until it is mended, an auditor has no answer here."
    return report.about(judgement.rule).fix


def resource_of(judgement: Judgement) -> str:
    """The resource's logical name; empty for what is of no resource."""
    return name_of(judgement.urn) if judgement.urn else ""


def place_of(judgement: Judgement, report: CheckReport) -> str:
    """`file:line` where the resource is declared, or empty."""
    found = declared(judgement.urn, report)
    return f"{found[0]}:{found[1]}" if found else ""


def controls_of(judgement: Judgement, report: CheckReport) -> str:
    """The controls that a judgement touches."""
    return report.controls(judgement.rule)


def summary(report: CheckReport) -> str:
    """`2 high, 1 low; 3 waived; 4 unproven` or `no findings`."""
    found = [f"{number} {severity}" for severity, number in report.counts.items() if number]
    parts = [", ".join(found) or "no findings"]
    if waived := report.of(Outcome.WAIVED):
        parts.append(f"{len(waived)} waived")
    if (unproven := report.of(Outcome.UNPROVEN)) and not report.unproven_counts:
        parts.append(f"{len(unproven)} unproven")
    return "; ".join(parts)


def tells_anything(report: CheckReport) -> bool:
    """True where something is found, waived or unproven."""
    return any(each.outcome not in SILENT for each in report.judgements)


def by_framework(report: CheckReport) -> list[str]:
    """`HIPAA: 2 high; 1 unproven`, a line for each framework; a rule that several ask for counts in each of them."""
    return [f"{each.title}: {summary(_of(report, each.rules))}" for each in report.frameworks]


def _of(report: CheckReport, rules: frozenset[str]) -> CheckReport:
    return replace(report, judgements=tuple(each for each in report.judgements if each.rule in rules))


def line(report: CheckReport) -> str:
    """The summary within a plan, and where there is more."""
    return f"{summary(report)}; {asked(report)}. More: `rackguard check`."


def asked(report: CheckReport) -> str:
    """How much was judged."""
    judged = {(each.rule, each.urn) for each in report.judgements if each.outcome is not Outcome.NOT_APPLICABLE}
    frameworks = ", ".join(framework.title for framework in report.frameworks)
    rules = count(len(report.rules), "rule")
    return (
        f"{rules} on {count(len(report.graph.resources), 'resource')}, {count(len(judged), 'judgement')}: {frameworks}"
    )
