"""What a workload's limits come to at a moment: hours, dollars, regions, ways to buy."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from rackguard.catalog.types import PurchaseOption
from rackguard.record import record
from rackguard.sizing.workload import Workload
from rackguard.spec.problem import InvalidInput, Problem


@record
class Bounds:
    """What is None is not bounded."""

    deadline_hours: float | None
    """From the moment of the advice."""
    budget_usd: float | None
    regions: frozenset[str] | None
    purchases: frozenset[PurchaseOption]


def bounds_of(workload: Workload, now: datetime, regions: Iterable[str] = ()) -> Bounds:
    """The limits of a workload; `regions` narrow those that it allows.

    Raises:
        InvalidInput: for a deadline that has passed, or regions none of which the workload allows.
    """
    limits = workload.limits
    allowed, asked = frozenset(limits.regions), frozenset(regions)
    problems: list[Problem] = []
    hours = None
    if limits.deadline is not None:
        hours = (datetime.fromisoformat(limits.deadline) - now).total_seconds() / 3600
        if hours <= 0:
            message = f"`limits.deadline` is {limits.deadline}, and it is {now.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
            hint = "Give a time that is to come; or ask as of an earlier one, by `--at`."
            problems.append(Problem("deadline-passed", "error", ("limits", "deadline"), message, hint))
    if allowed and asked and not allowed & asked:
        message = f"none of the regions asked for ({_listed(asked)}) is one that `limits.regions` allows"
        problems.append(
            Problem("workload-contradiction", "error", ("limits", "regions"), message, f"Allowed: {_listed(allowed)}.")
        )
    if problems:
        raise InvalidInput(problems)
    chosen = allowed & asked if allowed and asked else allowed or asked
    return Bounds(hours, limits.budget_usd, chosen or None, _purchases(workload))


def _purchases(workload: Workload) -> frozenset[PurchaseOption]:
    limits = workload.limits
    return frozenset(
        option
        for option, allowed in (
            (PurchaseOption.ON_DEMAND, True),
            (PurchaseOption.SPOT, limits.spot),
            (PurchaseOption.RESERVATION, limits.reservation),
            (PurchaseOption.CAPACITY_BLOCK, limits.capacity_block),
        )
        if allowed
    )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
