"""A recovery as data."""

from __future__ import annotations

from typing import Any

from rackguard.account.cloud import Found
from rackguard.report.recovery_report import RecoveryReport

VERSION = 1
"""Raised when a key goes or changes its meaning."""


def as_data(report: RecoveryReport) -> dict[str, Any]:
    """Everything that is told, without words for a person."""
    return {
        "version": VERSION,
        "stack": report.stack,
        "account_id": report.account or None,
        "operations": [
            {
                "urn": outcome.operation.resource.urn,
                "type": outcome.operation.resource.type,
                "doing": outcome.operation.doing,
                "fate": outcome.fate,
                "found": _found(report, outcome.found),
            }
            for outcome in report.recovery.outcomes
        ],
        "orphans": [
            {
                **_found(report, orphan.found),
                "type": orphan.found.type,
                "twin": orphan.twin.urn if orphan.twin else None,
                "is_adopted_to_be_deleted": orphan.may_go,
            }
            for orphan in report.recovery.orphans
        ],
        "looked_for_orphans_by": dict(report.recovery.tags),
        "usd_per_hour": report.usd_per_hour,
        "usd_per_hour_is_at_least": report.at_least,
        "import_file": report.import_file or None,
        "orphan_file": report.orphan_file or None,
        "commands": [command.line for command in report.commands],
    }


def _found(report: RecoveryReport, found: Found | None) -> Any:
    if not found:
        return None
    price = report.prices.get(found.id)
    return {
        "id": found.id,
        "import_id": found.import_id,
        "status": found.status or None,
        "refused": found.refused or None,
        "usd_per_hour": price.usd if price else None,
        "usd_per_hour_is_at_least": not price.whole if price else None,
    }
