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
    further_zones: tuple[str, ...] = ()
    """Zone ids that a network has subnets for nodes in, beside those that the stack names."""


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
    rests_on: tuple[Path, ...] = ()
    """What of the declaration, beside the places that it names, the check looks at: where that couldn't be understood,
    something else stands in for it, and nothing certain is found. `*` is any item of a map."""

    def is_certain(self, stack: Stack) -> bool:
        """False where something that the check rests on was left out of the stack."""
        return not any(_reaches(gone, path) for gone in stack.left_out for path in self.rests_on)


def _reaches(gone: Path, path: Path) -> bool:
    """True where with `gone` goes all of `path`, or an item of it."""
    return len(gone) <= len(path) and all(part in {at, "*"} for at, part in zip(gone, path, strict=False))
