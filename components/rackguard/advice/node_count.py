"""How many nodes of a type a workload is given: as few as hold it, or as few as meet the deadline."""

from __future__ import annotations

from rackguard.sizing.accelerator import Accelerator
from rackguard.sizing.size import counts, fewest, size_on
from rackguard.sizing.sizing import Sizing
from rackguard.sizing.workload import Workload

MOST_NODES = 64
"""Nodes that a deadline may ask for: those of the largest capacity block. More is an agreement, not an order."""
_MARGIN = 1.1
"""Of the deadline's hours: what interruptions and checkpoints add, which is known once a way to buy is chosen."""


def sized(workload: Workload, where: Accelerator, deadline_hours: float | None) -> Sizing:
    """The sizing on the fewest nodes that meet the deadline; where none do, on those that are done first."""
    least = fewest(workload, where)
    if deadline_hours is None or not least.fits or least.job_seconds is None or _meets(least, deadline_hours):
        return least
    tried = [count for count in counts(workload, where) if least.gpus < count <= MOST_NODES * where.per_node]
    if not tried:
        return least
    most = size_on(workload, where, tried[-1])
    if not _faster(most, least):
        return least
    return _first_in_time(workload, where, tried, deadline_hours) if _meets(most, deadline_hours) else most


def _first_in_time(workload: Workload, where: Accelerator, tried: list[int], deadline_hours: float) -> Sizing:
    below, first = -1, len(tried) - 1
    while first - below > 1:  # more nodes are done no later
        middle = (first + below) // 2
        if _meets(size_on(workload, where, tried[middle]), deadline_hours):
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
