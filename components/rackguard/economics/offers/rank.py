"""Jobs on offers, the best first by one objective; and those that no other beats in cost, time and carbon at once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from rackguard.economics.offers.job_cost import JobCost

Objective = Literal["cost", "time", "carbon", "flop_price"]
"""The whole job's cost, its time, its carbon, or the price of FLOPs that count."""


def _cost(job: JobCost) -> float | None:
    return job.usd.expected if job.usd else None


def _time(job: JobCost) -> float | None:
    return job.hours.expected


def _carbon(job: JobCost) -> float | None:
    return job.carbon.kg


def _flop_price(job: JobCost) -> float | None:
    return job.usd_per_exaflop


_FIGURES: dict[Objective, Callable[[JobCost], float | None]] = {
    "cost": _cost,
    "time": _time,
    "carbon": _carbon,
    "flop_price": _flop_price,
}


def ranked(jobs: Iterable[JobCost], objective: Objective) -> tuple[JobCost, ...]:
    """The best first. What can't be bought or has no price comes last, before it what misses the deadline.

    Equal ones go by cost, time, carbon, then by type, zone and purchase option.
    """
    return tuple(sorted(jobs, key=lambda job: _key(job, objective)))


def pareto(jobs: Iterable[JobCost]) -> tuple[JobCost, ...]:
    """Jobs that no other beats in one of cost, time and carbon and equals in the rest, the cheapest first.

    Of equal ones the first in rank; what lacks one of the three figures, or misses the deadline, is not among them.
    """
    front: list[JobCost] = []
    times: list[float] = []  # of the front's stairs: hours rise, carbon falls
    carbons: list[float] = []
    for job in ranked(jobs, "cost"):
        cost, time, carbon = (_FIGURES[name](job) for name in ("cost", "time", "carbon"))
        if None in (cost, time, carbon) or job.lacks or job.meets_deadline is False:
            continue
        assert time is not None
        assert carbon is not None
        place = bisect_right(times, time)
        if place and carbons[place - 1] <= carbon:
            continue
        front.append(job)
        _step(times, carbons, time, carbon)
    return tuple(front)


def _step(times: list[float], carbons: list[float], time: float, carbon: float) -> None:
    """Add a stair, and take away those that it makes superfluous."""
    place = bisect_right(times, time)
    end = place
    while end < len(times) and carbons[end] >= carbon:
        end += 1
    if place and times[place - 1] == time:
        place -= 1
    times[place:end] = [time]
    carbons[place:end] = [carbon]


def _key(job: JobCost, objective: Objective) -> tuple[object, ...]:
    def known(figure: float | None) -> tuple[bool, float]:
        return (figure is None, 0.0 if figure is None else figure)

    offer = job.offer
    figures = [known(_FIGURES[name](job)) for name in (objective, "cost", "time", "carbon")]
    last = bool(job.lacks) or figures[0][0]
    name = (offer.instance_type, offer.zone_id, offer.purchase.value, offer.commitment or "")
    return (last, job.meets_deadline is False, *figures, *name)
