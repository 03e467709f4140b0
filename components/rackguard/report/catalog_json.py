"""The catalogue's age and changes as data."""

from __future__ import annotations

from typing import Any

from rackguard.catalog.ages import KINDS, Age
from rackguard.catalog.differences import Differences
from rackguard.report.catalog_report import CatalogReport, RefreshTold
from rackguard.report.plain import plain

VERSION = 1
"""Raised when a key goes or changes its meaning."""


def as_data(report: CatalogReport) -> dict[str, Any]:
    """Everything that is told, without words for a person; differences are null where they weren't asked for."""
    return {
        "version": VERSION,
        "as_of": report.today,
        "file": report.file or None,
        "refresh": _refresh(report.refresh) if report.refresh else None,
        "types_left_out": report.left_out,
        "tables": [_age(age) for age in report.ages],
        "differences": _differences(report.differences, report.since) if report.differences else None,
    }


def _refresh(told: RefreshTold) -> dict[str, Any]:
    return {
        "regions": list(told.regions),
        "not_enabled": list(told.not_enabled),
        "unread": [
            {
                "region": each.region or None,
                "table": each.table,
                "message": each.message,
                "permission": each.permission or None,
            }
            for each in told.unread
        ],
    }


def _age(age: Age) -> dict[str, Any]:
    kind = KINDS[age.kind]
    return {
        "table": age.kind,
        "packaged": list(age.packaged) if age.packaged else None,
        "read": list(age.read) if age.read else None,
        "regions_read": age.regions_read,
        "figures": age.figures,
        "oldest_days": age.oldest_days,
        "stale_after_days": kind.most_days,
        "stale": age.stale,
        "undated": age.undated,
        "is_stale": age.is_stale,
        "is_refreshed": kind.is_refreshed,
    }


def _differences(found: Differences, since: str) -> dict[str, Any]:
    return {
        "from": since,
        "types_new": list(found.types_new),
        "types_gone": list(found.types_gone),
        "types_left_out": [{"instance_type": name, "lacks": lacks} for name, lacks in found.types_left_out],
        "zones": plain(found.zones),
        "prices": [
            {
                "table": each.kind,
                "instance_type": each.instance_type,
                "region": each.region,
                "old_usd_per_hour": each.old,
                "old_as_of": each.old_as_of or None,
                "new_usd_per_hour": each.new,
                "new_as_of": each.new_as_of or None,
                "change_percent": each.percent,
            }
            for each in found.prices
        ],
    }
