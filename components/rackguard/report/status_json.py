"""How a cluster fares, as data."""

from __future__ import annotations

from typing import Any

from rackguard.account.status.status import PoolStatus
from rackguard.report.status_report import StatusReport, amount, at_least

VERSION = 1
"""Raised when a key goes or changes its meaning."""


def as_data(report: StatusReport) -> dict[str, Any]:
    """Everything that is told; what isn't known is null, never 0."""
    return {
        "format": "rackguard-status",
        "version": VERSION,
        "stack": report.stack,
        "cluster": report.cluster,
        "region": report.region,
        "account_id": report.account,
        "as_of": report.as_of,
        "is_fine": report.is_fine,
        "pools": [_pool(pool) for pool in report.pools],
        "cost_since": report.since,
        "usd": amount(report.pools),
        "usd_is_at_least": at_least(report.pools),
    }


def _pool(pool: PoolStatus) -> dict[str, Any]:
    return {
        "name": pool.name,
        "group": pool.group,
        "is_there": pool.is_there,
        "wanted": pool.wanted if pool.is_there else None,
        "launched": pool.launched,
        "in_service": pool.in_service,
        "others": dict(pool.others),
        "is_short": pool.is_short,
        "is_failing": pool.is_failing,
        "failures": [
            {
                "cause": failure.cause.id if failure.cause else None,
                "words": failure.cause.words if failure.cause else None,
                "action": failure.cause.action if failure.cause else None,
                "source": failure.cause.source if failure.cause else None,
                "message": failure.message,
                "times": failure.times,
                "last": f"{failure.last:%Y-%m-%dT%H:%M:%SZ}",
                "zones": list(failure.zones),
                "is_unsolved": failure.is_unsolved,
            }
            for failure in pool.failures
        ],
        "notes": list(pool.notes),
        "node_hours": pool.time.hours if pool.time else None,
        "nodes_not_counted": list(pool.time.uncounted) if pool.time else None,
        "usd": amount([pool]),
        "usd_is_at_least": at_least([pool]),
        "cost": [
            {
                "for": part.what,
                "node_hours": part.hours,
                "usd_per_hour": part.price.usd,
                "usd": part.usd,
                "price": part.price.marker,
                "sources": list(part.price.sources),
            }
            for part in pool.spent.parts
        ],
        "cost_notes": list(pool.spent.notes),
    }
