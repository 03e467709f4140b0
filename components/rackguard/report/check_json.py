"""Judgements as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rackguard.report import check_words
from rackguard_policies.outcome import Outcome

if TYPE_CHECKING:
    from rackguard.report.check_report import CheckReport
    from rackguard.report.guardrail_shape import GuardrailCountsData
    from rackguard_policies.outcome import Judgement


def as_data(report: CheckReport) -> dict[str, Any]:
    """The report as plain data; versioned."""
    return {
        "format": "rackguard-check",
        "version": 1,
        "stack": report.stack,
        "file": report.file,
        "source": report.source,
        "as_of": report.as_of,
        "rackguard": report.version,
        "frameworks": [framework.id for framework in report.frameworks],
        "counts": counts(report),
        "lacks": list(report.graph.lacks),
        "judgements": [_judgement(each, report) for each in report.judgements],
    }


def counts(report: CheckReport) -> GuardrailCountsData:
    """How many judgements there are of each sort."""
    found = report.counts
    return {
        "critical": found["critical"],
        "high": found["high"],
        "medium": found["medium"],
        "low": found["low"],
        "waived": len(report.of(Outcome.WAIVED)),
        "unproven": len(report.of(Outcome.UNPROVEN)),
        "errored": len(report.of(Outcome.ERRORED)),
    }


def _judgement(judgement: Judgement, report: CheckReport) -> dict[str, Any]:
    about = report.about(judgement.rule)
    return {
        "rule": judgement.rule,
        "title": about.title,
        "severity": about.severity,
        "outcome": judgement.outcome.value,
        "urn": judgement.urn,
        "path": judgement.path,
        "wanted": judgement.wanted,
        "seen": judgement.seen,
        "note": judgement.note,
        "declared": check_words.place_of(judgement, report),
        "controls": check_words.controls_of(judgement, report),
        "counts": report.fails(judgement),
    }
