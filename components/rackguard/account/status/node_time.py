"""How long nodes ran within a month, from what is there now and from the group's history."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from rackguard.account.status.activity import Activity
from rackguard.record import record

_RUNNING = frozenset({"pending", "running", "stopping", "shutting-down"})


@record
class Instance:
    """A node as EC2 has it; also for about an hour after its end."""

    id: str
    type: str
    launched: datetime
    state: str


@record
class Span:
    """One node's time within the month."""

    instance: str
    type: str
    """Empty for a node that has ended and that EC2 no longer knows."""
    hours: float


@record
class NodeTime:
    """The time of all nodes of a group within the month."""

    spans: tuple[Span, ...]
    uncounted: tuple[str, ...]
    """Nodes whose end isn't told anywhere."""

    @property
    def hours(self) -> float:
        """Of all nodes together."""
        return sum(span.hours for span in self.spans)


def month_start(now: datetime) -> datetime:
    """When the month of `now` began, in UTC, as AWS' bills do."""
    return datetime(now.astimezone(UTC).year, now.astimezone(UTC).month, 1, tzinfo=UTC)


def node_time(activities: Iterable[Activity], known: Mapping[str, Instance], now: datetime) -> NodeTime:
    """Each node's hours from its launch to its end, or to now.

    A node that the history ends and doesn't start was started before it: Auto Scaling keeps six weeks, which is more
    than a month.
    """
    begun, over = _history(activities)
    start_of_month = month_start(now)
    spans: list[Span] = []
    uncounted: list[str] = []
    for id_ in dict.fromkeys((*known, *begun, *over)):
        instance = known.get(id_)
        start = instance.launched if instance else begun.get(id_, start_of_month)
        end = over.get(id_) or (now if instance and instance.state in _RUNNING else None)
        if end is None:
            uncounted.append(id_)
            continue
        seconds = (min(end, now) - max(start, start_of_month)).total_seconds()
        if seconds > 0:
            spans.append(Span(id_, instance.type if instance else "", seconds / 3600))
    return NodeTime(tuple(spans), tuple(uncounted))


def _history(activities: Iterable[Activity]) -> tuple[dict[str, datetime], dict[str, datetime]]:
    """When nodes were started, and when they had ended; a start that failed has its end in itself."""
    begun: dict[str, datetime] = {}
    over: dict[str, datetime] = {}
    for one in activities:
        if not one.instance or one.kind == "other":
            continue
        if one.kind == "start":
            begun[one.instance] = min(one.began, begun.get(one.instance, one.began))
            if one.failed:
                over.setdefault(one.instance, one.ended or one.began)
        elif one.status == "Successful":
            over[one.instance] = one.ended or one.began
    return begun, over
