"""What an account says, as data."""

from __future__ import annotations

from typing import Any

from rackguard.report.preflight_report import NAMES, PreflightReport

VERSION = 1
"""Raised when a key goes or changes its meaning."""


def as_data(report: PreflightReport) -> dict[str, Any]:
    """Every check with its outcomes; what isn't there is null."""
    return {
        "format": "rackguard-preflight",
        "version": VERSION,
        "stack": report.stack,
        "cluster": report.cluster,
        "region": report.region,
        "account_id": report.account,
        "as_of": report.as_of,
        "is_fine": report.is_fine,
        "counts": {status: sum(outcome.status == status for outcome in report.outcomes) for status in sorted(NAMES)},
        "checks": [
            {
                "id": each.check.id,
                "title": each.check.title,
                "outcomes": [
                    {
                        "status": outcome.status,
                        "where": outcome.where or None,
                        "message": outcome.message,
                        "hint": outcome.hint or None,
                        "command": outcome.command or None,
                    }
                    for outcome in each.outcomes
                ],
            }
            for each in report.answered
        ],
        "pinned": dict(report.pinned or ()),
        "not_pinned": report.not_pinned or None,
    }
