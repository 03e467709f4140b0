"""Scaling activities of a group: what was started and ended, and what could not be.

Source: Activity in the Auto Scaling API reference, and its descriptions as the command line's guide shows them, 2026.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Literal

from rackguard.account.status.causes import Cause, cause_of
from rackguard.record import record

Kind = Literal["start", "end", "other"]

_STARTS = ("Launching a new EC2 instance", "Attaching an existing EC2 instance")
_ENDS = ("Terminating EC2 instance", "Detaching EC2 instance")
_FAILED = frozenset({"Failed", "Cancelled"})
_INSTANCE = re.compile(r"\bi-[0-9a-f]+\b")
RECENT = timedelta(days=1)
"""How long a failure is told after the group has done better."""


@record
class Activity:
    """One thing that a group did, or tried."""

    kind: Kind
    instance: str
    """`i-…`; empty where none came of it."""
    began: datetime
    ended: datetime | None
    status: str
    message: str
    """AWS' words for a failure; empty without one."""
    zone: str
    """A name (`us-east-2a`), as AWS has no id here; empty where it isn't told."""
    of_a_deleted_group: bool = False

    @property
    def failed(self) -> bool:
        """True where nothing came of it."""
        return self.status in _FAILED


@record
class Failure:
    """Starts that failed for one reason."""

    cause: Cause | None
    message: str
    """AWS' own words, of the latest."""
    times: int
    last: datetime
    zones: tuple[str, ...]
    is_unsolved: bool
    """True where nothing has started since, and the latest was within the last day."""


def activity_of(answer: Mapping[str, Any]) -> Activity:
    """An activity as DescribeScalingActivities answers it."""
    text = str(answer.get("Description", ""))
    kind: Kind = "start" if text.startswith(_STARTS) else "end" if text.startswith(_ENDS) else "other"
    found = _INSTANCE.search(text.partition("Status Reason:")[0])
    return Activity(
        kind,
        found[0] if found else "",
        answer["StartTime"],
        answer.get("EndTime"),
        str(answer.get("StatusCode", "")),
        _message(str(answer.get("StatusMessage", "")) or text.partition("Status Reason:")[2]),
        _zone(str(answer.get("Details", ""))),
        answer.get("AutoScalingGroupState") == "Deleted",
    )


def failures(activities: Iterable[Activity], now: datetime) -> tuple[Failure, ...]:
    """Starts that failed since the last one that worked, and within the last day; the latest reason first."""
    starts = [one for one in activities if one.kind == "start" and not one.of_a_deleted_group]
    worked = max((one.began for one in starts if one.status == "Successful"), default=None)
    told: dict[str, list[Activity]] = {}
    for one in starts:
        unsolved = worked is None or one.began > worked
        if one.failed and (unsolved or one.began > now - RECENT):
            cause = cause_of(one.message)
            told.setdefault(cause.id if cause else one.message, []).append(one)
    found = [_failure(alike, worked, now) for alike in told.values()]
    return tuple(sorted(found, key=lambda failure: failure.last, reverse=True))


def _failure(alike: list[Activity], worked: datetime | None, now: datetime) -> Failure:
    latest = max(alike, key=lambda one: one.began)
    unsolved = (worked is None or latest.began > worked) and latest.began > now - RECENT
    zones = tuple(sorted({one.zone for one in alike if one.zone}))
    return Failure(cause_of(latest.message), latest.message, len(alike), latest.began, zones, unsolved)


def _message(text: str) -> str:
    """Without what every failure of a launch ends in."""
    return text.strip().removesuffix("Launching EC2 instance failed.").strip()


def _zone(details: str) -> str:
    try:
        known: dict[str, Any] = json.loads(details or "{}")
    except ValueError:
        return ""
    return str(known.get("Availability Zone", ""))
