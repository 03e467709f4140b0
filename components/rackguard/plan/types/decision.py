"""One decision of a plan."""

from __future__ import annotations

from rackguard.record import record


@record
class Decision:
    """One thing decided, and why."""

    id: str
    """Stable, the same for every cluster: `efa`, `placement`, `zone`, … (`rackguard explain ID`)."""
    subject: str
    """What it is about: `pools.train`, `network`."""
    value: str
    reason: str
    source: str = ""
