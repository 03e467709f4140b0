"""How many nodes of a type a workload is given: as few as hold it, and meet its targets and the deadline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.sizing.accelerator import Accelerator
from rackguard.sizing.size import counts, fewest, size_on
from rackguard.sizing.sizing import Sizing
from rackguard.sizing.workload import Workload

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_NODES = 64
"""Nodes that a deadline may ask for: those of the largest capacity block. More is an agreement, not an order."""
_MARGIN = 1.1
"""Of the deadline's hours: what interruptions and checkpoints add, which is known once a way to buy is chosen."""


def sized(workload: Workload, where: Accelerator, deadline_hours: float | None) -> Sizing:
    """The sizing on the fewest nodes that meet targets and deadline; where none do, on those that are done first."""
    least = fewest(workload, where)
    if least.fits and least.unmet:
        return _on_target(workload, where, least)
    if deadline_hours is None or not least.fits or least.job_seconds is None or _meets(least, deadline_hours):
        return least
    tried = [count for count in counts(workload, where) if least.gpus < count <= MOST_NODES * where.per_node]
    if not tried:
        return least
    most = size_on(workload, where, tried[-1])
    if not _faster(most, least):
        return least
    return _first_in_time(workload, where, tried, deadline_hours) if _meets(most, deadline_hours) else most


def _on_target(workload: Workload, where: Accelerator, least: Sizing) -> Sizing:
    """On the fewest nodes that are fast enough for what is served; else on the most that are tried."""
    tried = [count for count in counts(workload, where) if least.gpus < count <= MOST_NODES * where.per_node]
    most = size_on(workload, where, tried[-1]) if tried else least
    if most.unmet:
        return most
    return _first(tried, lambda sizing: not sizing.unmet, workload, where)


def _first_in_time(workload: Workload, where: Accelerator, tried: list[int], deadline_hours: float) -> Sizing:
    return _first(tried, lambda sizing: _meets(sizing, deadline_hours), workload, where)


def _first(tried: list[int], will_do: Callable[[Sizing], bool], workload: Workload, where: Accelerator) -> Sizing:
    """On the fewest of the GPUs tried that will do, of which the most do."""
    below, first = -1, len(tried) - 1
    while first - below > 1:  # more nodes are no slower
        middle = (first + below) // 2
        if will_do(size_on(workload, where, tried[middle])):
            first = middle
        else:
            below = middle
    return size_on(workload, where, tried[first])


def _meets(sizing: Sizing, deadline_hours: float) -> bool:
    hours = _expected_hours(sizing)
    return sizing.fits and hours is not None and hours * _MARGIN <= deadline_hours


def _faster(one: Sizing, other: Sizing) -> bool:
    hours, others = _expected_hours(one), _expected_hours(other)
    return one.fits and hours is not None and others is not None and hours < others


def _expected_hours(sizing: Sizing) -> float | None:
    return sizing.job_seconds.expected / 3600 if sizing.job_seconds else None
