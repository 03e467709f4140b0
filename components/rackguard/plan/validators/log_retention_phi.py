"""Logs of a cluster that may hold health information are kept for six years."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

SIX_YEARS_DAYS = 2192
"""365.25 × 6, rounded up to what CloudWatch Logs knows."""


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.duration_words import days

    cluster = context.stack.cluster
    kept = cluster.logs.retention_days
    if cluster.tags.classification == "phi" and kept < SIX_YEARS_DAYS:
        message = f"keeps logs for {days(kept)}, and the cluster may hold phi (`tags.classification`)"
        yield found(("logs", "retention_days"), f"{message}; asked for: {SIX_YEARS_DAYS} or more")


VALIDATOR = Validator(
    id="log-retention-phi",
    level="warning",
    summary="A cluster that may hold protected health information keeps its logs for six years.",
    why="Records of log-ins and flows are its audit controls (HIPAA, 45 CFR 164.312(b)), and what documents them is"
    " kept for six years (45 CFR 164.316(b)(2)(i)), which auditors usually ask of such records too.",
    hint="Say `logs: {retention_days: 2192}`, or have it written down where else the records are kept.",
    check=_check,
    rests_on=(("tags",),),
)
