"""What so many nodes of one way to buy cost a month, and whether they meet the deadline.

Hours lost to interruptions and checkpoints are bought again at the same rate: it is the cost of the same useful work.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from rackguard.economics.checkpoint_interval import best_stretch, unsaved_hours
from rackguard.economics.items import HOURS_PER_MONTH

if TYPE_CHECKING:
    from collections.abc import Callable

    from rackguard.economics.mix.demand import Demand
    from rackguard.economics.mix.option import MixOption


def stretch(demand: Demand, option: MixOption, hours: float, nodes: int) -> float:
    """Expected hours for an hour of useful work, with so many nodes bought in this way."""
    rate = option.interruptions_per_hour * (nodes if demand.together else 1)
    mean_hours = 1 / rate if rate else inf
    if demand.write_hours is None:
        return unsaved_hours(hours, demand.restart_hours, mean_hours) / hours
    return best_stretch(demand.write_hours, demand.restart_hours, mean_hours)


def paid_hours(demand: Demand, option: MixOption, hours: float, nodes: int) -> float:
    """Expected hours paid for each of so many nodes that do `hours` of useful work."""
    return max(option.paid_hours, hours * stretch(demand, option, hours, nodes))


def most_nodes(demand: Demand, option: MixOption, hours: float, wanted: int, *, steady: bool) -> int:
    """How many of the wanted nodes this way to buy can serve, by its own limit, its hours and the deadline.

    Steady nodes have no deadline, and work as long as the option lasts.
    """
    limit = wanted if option.most_nodes is None else min(wanted, option.most_nodes)
    if steady:
        return _largest(limit, lambda nodes: stretch(demand, option, hours, nodes) < inf) if _lasts(option) else 0
    until = min(HOURS_PER_MONTH if demand.deadline_hours is None else demand.deadline_hours, option.available_hours)
    if hours == HOURS_PER_MONTH and demand.deadline_hours is None and _lasts(option):
        until = inf  # a whole month of work, which has no end to meet
    return _largest(limit, lambda nodes: _within(hours * stretch(demand, option, hours, nodes), until))


def _lasts(option: MixOption) -> bool:
    return option.available_hours >= HOURS_PER_MONTH


def _within(hours: float, until: float) -> bool:
    return hours < inf and hours <= until * (1 + 1e-12)


def _largest(limit: int, fits: Callable[[int], bool]) -> int:
    """The largest number up to the limit that fits, where all smaller ones do; 0 where 1 doesn't."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low
