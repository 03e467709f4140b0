"""What a validator is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from rackguard.record import record

if TYPE_CHECKING:
    from datetime import datetime

    from rackguard.catalog.catalog import Catalog
    from rackguard.plan.types import ClusterPlan
    from rackguard.spec.problem import Level, Path
    from rackguard.spec.stack import Stack


@record
class Context:
    """All that a validator may look at."""

    stack: Stack
    catalog: Catalog
    now: datetime
    """With an offset."""
    plan: ClusterPlan | None
    """Its `pools` lack those whose types are unknown; None where nothing can be planned."""


@record
class Found:
    """One place where a validator's condition fails."""

    path: Path
    """From the cluster down: `("pools", "train", "zone_id")`."""
    message: str
    """Which input, what was given, what is allowed."""
    hint: str = ""
    """What to do; the validator's own hint where empty."""


@record
class Validator:
    """One check, with the words that explain it."""

    id: str
    level: Level
    summary: str
    """One sentence: the condition that must hold."""
    why: str
    """What happens otherwise, with its source."""
    hint: str
    check: Callable[[Context], Iterator[Found]]
