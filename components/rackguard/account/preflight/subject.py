"""What is checked in an account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.record import record

if TYPE_CHECKING:
    from datetime import datetime

    from rackguard.catalog.catalog import Catalog
    from rackguard.plan.types import ClusterPlan
    from rackguard.spec.stack import Stack


@record
class BlockWish:
    """A capacity block that somebody would like to buy, of a pool's type for its nodes."""

    pool: str
    instance_type: str
    nodes: int
    hours: int
    earliest: datetime | None = None
    """With an offset; None for now."""
    latest: datetime | None = None
    """When it must have ended, with an offset; None for whenever it is offered."""


@record
class Subject:
    """A stack, its plan, and what else is asked for."""

    stack: Stack
    plan: ClusterPlan
    catalog: Catalog
    now: datetime
    """With an offset."""
    wish: BlockWish | None = None
