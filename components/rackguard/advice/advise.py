"""The door to this package: a workload sized on every type, costed on every offer, ranked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from rackguard.advice.bounds import Bounds, bounds_of
from rackguard.advice.choice import Choice
from rackguard.advice.node_count import sized
from rackguard.advice.software import software_for
from rackguard.catalog.types import PurchaseOption
from rackguard.economics.interruption_rate import failure_rate
from rackguard.economics.items import HOURS_PER_MONTH
from rackguard.economics.offers.find import Exclusion, find_offers
from rackguard.economics.offers.job import Job, job_of
from rackguard.economics.offers.job_cost import JobCost, job_cost
from rackguard.economics.offers.rank import Objective, pareto, ranked
from rackguard.economics.offers.type_lacks import lack
from rackguard.economics.offers.wanted import Wanted, wanted_for
from rackguard.economics.region_carbon import JobCarbon, cleanest
from rackguard.record import record
from rackguard.sizing.accelerator import of_type
from rackguard.sizing.sizing import Range, Sizing

if TYPE_CHECKING:
    from datetime import datetime

    from rackguard.catalog.catalog import Catalog
    from rackguard.catalog.types import InstanceType
    from rackguard.economics.offers.offer import Offer
    from rackguard.sizing.workload import Workload


@record
class Advice:
    """What may be bought for a workload, the best first."""

    bounds: Bounds
    objective: Objective
    choices: tuple[Choice, ...]
    """One for each type and way to buy, in the region that is best for it; those that keep to all limits first."""
    front: tuple[Choice, ...]
    """What no other beats in cost, time and carbon at once, the cheapest first; within the budget where that can be."""
    exclusions: tuple[Exclusion, ...]
    endless: bool
    """True for work without an end: its costs are those of a month."""
    cleanest: tuple[JobCarbon, ...]
    """The best choice's job in the allowed regions that emit least."""

    @property
    def will_do(self) -> tuple[Choice, ...]:
        """The choices that keep to all limits."""
        return tuple(choice for choice in self.choices if choice.will_do)


def advise(
    workload: Workload,
    now: datetime,
    catalog: Catalog,
    objective: Objective = "cost",
    regions: Iterable[str] = (),
) -> Advice:
    """Every way to do the work, ranked.

    Raises:
        InvalidInput: for limits that contradict each other or the moment.
    """
    bounds = bounds_of(workload, now, regions)
    sizings, left_out = _sizings(workload, bounds, catalog)
    wanted = Wanted(instance_types=frozenset(sizings), regions=bounds.regions, purchases=bounds.purchases)
    found = find_offers(wanted, catalog)
    zones = _zones(found.offers)
    costs = [job_cost(_job(sizings[offer.instance_type], workload, bounds), offer, catalog) for offer in zones]
    order = ranked(costs, objective)
    best = _best_of_each(order)
    budget = bounds.budget_usd
    within = [cost for cost in order if cost.usd and (budget is None or cost.usd.expected <= budget)]
    front = pareto(within) or pareto(order)
    in_front = {id(cost) for cost in front}

    def choice(cost: JobCost) -> Choice:
        offer = cost.offer
        reserved = best.get((offer.instance_type, PurchaseOption.RESERVATION))
        made = _choice(sizings[offer.instance_type], cost, tuple(zones[offer]), bounds)
        may_be_reserved = offer.purchase is PurchaseOption.ON_DEMAND and _is_same(cost, reserved)
        software = software_for(offer.kind, catalog, pytorch=made.sizing.task != "science")
        return replace(made, may_be_reserved=may_be_reserved, in_front=id(cost) in in_front, software=software)

    choices = _within_first(
        [
            choice(cost)
            for (name, purchase), cost in best.items()
            if purchase is not PurchaseOption.RESERVATION
            or not _is_same(cost, best.get((name, PurchaseOption.ON_DEMAND)))
        ]
    )
    asked = [each for each in found.exclusions if each.reason != "not asked for"]
    return Advice(
        bounds=bounds,
        objective=objective,
        choices=choices,
        front=tuple(choice(cost) for cost in front),
        exclusions=tuple(sorted([*left_out, *asked], key=lambda each: (each.what != "type", -each.count, each.reason))),
        endless=any(sizing.job_seconds is None for sizing in sizings.values()),
        cleanest=_cleanest(choices, bounds, catalog),
    )


def _sizings(workload: Workload, bounds: Bounds, catalog: Catalog) -> tuple[dict[str, Sizing], list[Exclusion]]:
    """The sizing on each type that can do the work, and why the others can't."""
    sizings: dict[str, Sizing] = {}
    reasons: Counter[str] = Counter()
    for kind in catalog.instance_types():
        sizing = _sizing(kind, workload, bounds, catalog)
        if isinstance(sizing, str):
            reasons[sizing] += 1
        else:
            sizings[kind.name] = sizing
    return sizings, [Exclusion("type", count, reason) for reason, count in reasons.items()]


def _sizing(kind: InstanceType, workload: Workload, bounds: Bounds, catalog: Catalog) -> Sizing | str:
    """The sizing on a type, or why the type is left out."""
    if anywhere := lack(kind, Wanted(), catalog):
        return anywhere
    where = of_type(kind, catalog)
    assert where is not None  # a type whose memory isn't known lacks that
    if workload.data and workload.data.classification == "phi" and not kind.encryption_in_transit:
        return "not known to encrypt traffic between nodes, which phi asks for"
    sizing = sized(workload, where, bounds.deadline_hours)
    if not sizing.fits:
        return "it doesn't fit"
    if sizing.missing:
        return ", ".join(sizing.missing)
    if sizing.unmet:
        return _missed(sizing)
    return lack(kind, wanted_for(sizing.needs), catalog) or sizing


def _missed(sizing: Sizing) -> str:
    """The targets that are missed, without the figures, which differ from type to type."""
    names = [told.partition(" of ")[0] for told in sizing.unmet]
    return f"{' and '.join(names)} {'are' if len(names) > 1 else 'is'} missed"


def _job(sizing: Sizing, workload: Workload, bounds: Bounds) -> Job:
    """The job to be costed; a month of it where it has no end."""
    month = Job(nodes=sizing.nodes, hours=Range(HOURS_PER_MONTH, HOURS_PER_MONTH, HOURS_PER_MONTH), write_hours=0.0)
    job = job_of(sizing) or month
    data = workload.data
    return replace(
        job,
        # What is served goes on from where it was interrupted: it has no work to lose.
        write_hours=0.0 if _serves(workload) else job.write_hours,
        data_gib=data.size_gib if data and data.region else 0.0,
        data_region=data.region if data else None,
        deadline_hours=bounds.deadline_hours,
    )


def _serves(workload: Workload) -> bool:
    return bool(workload.serve or (workload.vision and workload.vision.task == "serve"))


def _zones(offers: Iterable[Offer]) -> dict[Offer, list[str]]:
    """One offer for all zones of a region that have the same price, and those zones."""
    first: dict[tuple[object, ...], Offer] = {}
    zones: dict[Offer, list[str]] = {}
    for offer in offers:
        key = (offer.instance_type, offer.region, offer.purchase, offer.rate.usd)
        zones.setdefault(first.setdefault(key, offer), []).append(offer.zone_id)
    return zones


def _best_of_each(costs: Iterable[JobCost]) -> dict[tuple[str, PurchaseOption], JobCost]:
    """The first for each type and way to buy."""
    found: dict[tuple[str, PurchaseOption], JobCost] = {}
    for cost in costs:
        found.setdefault((cost.offer.instance_type, cost.offer.purchase), cost)
    return found


def _is_same(one: JobCost | None, other: JobCost | None) -> bool:
    """True for two ways to buy that cost and take the same."""
    return one is not None and other is not None and (one.usd, one.hours) == (other.usd, other.hours)


def _choice(sizing: Sizing, cost: JobCost, zone_ids: tuple[str, ...], bounds: Bounds) -> Choice:
    over = cost.usd.expected - bounds.budget_usd if cost.usd and bounds.budget_usd is not None else 0.0
    late = cost.hours.expected - bounds.deadline_hours if bounds.deadline_hours is not None else 0.0
    return Choice(
        sizing,
        cost,
        zone_ids,
        over_budget_usd=over if over > 0 else None,
        late_hours=late if late > 0 else None,
        unsaved_usd=_unsaved_usd(cost),
    )


def _unsaved_usd(cost: JobCost) -> float | None:
    """What a job on spot is expected to lose that saves nothing; None where it has nothing to lose, or no price."""
    job, offer = cost.job, cost.offer
    if offer.purchase is not PurchaseOption.SPOT or not job.write_hours or cost.used_usd is None:
        return None
    rate = failure_rate(offer.gpus).per_hour + (offer.taken_back.per_hour if offer.taken_back else 0.0)
    hours = job.hours.expected * replace(job, write_hours=None).stretch(job.hours.expected, rate)
    return (hours - job.hours.expected) * job.nodes * (offer.rate.usd or 0.0)


def _within_first(choices: list[Choice]) -> tuple[Choice, ...]:
    """Those that keep to all limits before the others; those that can't be bought last."""
    return tuple(sorted(choices, key=lambda choice: (not choice.will_do, bool(choice.cost.lacks))))


def _cleanest(choices: tuple[Choice, ...], bounds: Bounds, catalog: Catalog) -> tuple[JobCarbon, ...]:
    if not choices or choices[0].cost.lacks:
        return ()
    cost = choices[0].cost
    allowed = bounds.regions if bounds.regions is not None else catalog.regions()
    return cleanest(cost.offer.instance_type, cost.job.nodes * cost.hours.expected, allowed, catalog)
