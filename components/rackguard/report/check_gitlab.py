"""Judgements as GitLab's code quality report."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from rackguard.report import check_words
from rackguard.report.check_place import fingerprints, place

if TYPE_CHECKING:
    from rackguard.report.check_report import CheckReport
    from rackguard_policies.rule import Severity

SEVERITIES: dict[Severity, str] = {"critical": "blocker", "high": "critical", "medium": "major", "low": "minor"}


def render(report: CheckReport) -> str:
    """An entry for each judgement that counts; what is waived is none."""
    entries: list[object] = []
    for each, fingerprint in zip(report.failing, fingerprints(report.failing), strict=True):
        file, line = place(each, report)
        resource = check_words.resource_of(each)
        entries.append(
            {
                "description": f"{resource}: {check_words.what(each)}".removeprefix(": "),
                "check_name": each.rule,
                "fingerprint": fingerprint,
                "severity": SEVERITIES[report.severity(each.rule)],
                "location": {"path": file, "lines": {"begin": line}},
            }
        )
    return json.dumps(entries, indent=2, ensure_ascii=False) + "\n"
