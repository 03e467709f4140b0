"""What a whole job costs, takes and emits on an offer: nodes, what is paid and not used, data that moves.

Hours are expected ones: each is stretched by interruptions and checkpoints. Low, expected and high are those of the
job's own range.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from rackguard.catalog.types import Commitment, PurchaseOption
from rackguard.economics.egress import Egress, egress
from rackguard.economics.gpu_hours import gpus
from rackguard.economics.interruption_rate import failure_rate
from rackguard.economics.offers.block import BlockSize, smallest_block
from rackguard.economics.offers.job import check
from rackguard.economics.region_carbon import JobCarbon, job_carbon
from rackguard.record import record
from rackguard.sizing.sizing import Range

if TYPE_CHECKING:
    from collections.abc import Callable

    from rackguard.catalog.catalog import Catalog
    from rackguard.economics.offers.job import Job
    from rackguard.economics.offers.offer import Offer

_YEAR_HOURS = 8760.0
_TERM_HOURS = {Commitment.RI_1Y: _YEAR_HOURS, Commitment.SAVINGS_PLAN_1Y: _YEAR_HOURS}
_TERM_HOURS[Commitment.SAVINGS_PLAN_3Y] = 3 * _YEAR_HOURS
_LONGEST_HOURS = 10 * _YEAR_HOURS
"""Beyond that a job doesn't end for any practical purpose."""


@record
class JobCost:
    """A job on an offer. What is not known is None, never 0."""

    offer: Offer
    job: Job
    hours: Range
    """From start to end; infinite where it is never expected to end."""
    used_usd: Range | None
    """The nodes while they work. None where the offer has no price."""
    unused_usd: Range | None
    """Paid and not used: the rest of a block, of a held reservation, of a commitment's term."""
    data: Egress
    usd: Range | None
    """All of it; None where a part has no price."""
    carbon: JobCarbon
    """Of the expected hours, nodes that are paid and not used left out."""
    estimate: bool
    """True where the rate is an estimate, or interruptions are only known as "at least"."""
    lacks: tuple[str, ...]
    """What keeps it from being ranked, in words."""

    @property
    def known_usd(self) -> float | None:
        """What is known of the expected cost; None where the nodes have no price."""
        if self.used_usd is None or self.unused_usd is None:
            return None
        return self.used_usd.expected + self.unused_usd.expected + (self.data.usd or 0.0)

    @property
    def usd_per_exaflop(self) -> float | None:
        """The price of 10^18 FLOPs that count: nodes while they work, by the job's FLOPs."""
        if self.used_usd is None or not self.job.flops or self.used_usd.expected == inf:
            return None
        return self.used_usd.expected / self.job.flops * 1e18

    @property
    def meets_deadline(self) -> bool | None:
        """Whether the expected hours are within the deadline; None where there is none."""
        return None if self.job.deadline_hours is None else self.hours.expected <= self.job.deadline_hours


def job_cost(job: Job, offer: Offer, catalog: Catalog) -> JobCost:
    """The whole job on an offer.

    Raises:
        InvalidInput: for a job whose figures make no sense.
    """
    check(job)
    hours, at_least = _hours(job, offer, catalog)
    paid = _paid(job, offer, hours)
    lacks = [offer.rate.note or "no price"] if offer.rate.usd is None else []
    lacks += [paid] if isinstance(paid, str) else []
    lacks += [_endless(job)] if hours.expected > _LONGEST_HOURS else []
    rate = offer.rate.usd if not lacks else None
    used = hours.times(job.nodes * rate) if rate is not None else None
    data = egress(job.data_gib, job.data_region or offer.region, offer.region, catalog)
    lacks += [data.note] if data.usd is None else []
    unused, usd, moved = None, None, data.usd
    if rate is not None and used is not None and not isinstance(paid, str):
        unused = _each(lambda work, held: max(held * rate - work, 0.0) if work < inf else 0.0, used, paid)
        if moved is not None:  # not used + unused, whose rounding makes the same block dearer for fewer nodes
            usd = _each(lambda work, held: max(held * rate, work) + moved, used, paid)
    return JobCost(
        offer=offer,
        job=job,
        hours=hours,
        used_usd=used,
        unused_usd=unused,
        data=data,
        usd=usd,
        carbon=job_carbon(offer.instance_type, job.nodes * hours.expected, offer.region, catalog),
        estimate=offer.rate.marker == "estimate" or at_least,
        lacks=tuple(lacks),
    )


def _hours(job: Job, offer: Offer, catalog: Catalog) -> tuple[Range, bool]:
    """The job's hours, stretched; and whether they are more than that."""
    rate = failure_rate(gpus(offer.instance_type, catalog)).per_hour
    spot = offer.purchase is PurchaseOption.SPOT
    taken = offer.taken_back if spot else None
    rate += taken.per_hour if taken else 0.0
    low, expected, high = (
        hours * job.stretch(hours, rate) for hours in (job.hours.low, job.hours.expected, job.hours.high)
    )
    return Range(low, expected, high), spot and (taken is None or taken.at_least)


def _endless(job: Job) -> str:
    hint = ": save its work" if job.write_hours is None else ""
    return f"it is expected to take over ten years{hint}"


def _paid(job: Job, offer: Offer, hours: Range) -> Range | str:
    """Node-hours that are paid; or why it can't be bought so."""
    if offer.purchase is PurchaseOption.CAPACITY_BLOCK:
        block = smallest_block(job.nodes, hours.high)  # its end cuts off what isn't done
        return _flat(block.nodes * block.hours) if isinstance(block, BlockSize) else block
    if offer.commitment is not None:
        term = _TERM_HOURS.get(offer.commitment)
        if term is None:
            return f"the term of a {offer.commitment} is not known".replace("_", " ")
        return _each(lambda work, _: max(work, term) * job.nodes, hours, hours)
    held = job.held_hours or 0.0 if offer.purchase is PurchaseOption.RESERVATION else 0.0
    return _each(lambda work, _: max(work, held) * job.nodes, hours, hours)


def _flat(value: float) -> Range:
    return Range(value, value, value)


def _each(worked: Callable[[float, float], float], one: Range, other: Range) -> Range:
    return Range(worked(one.low, other.low), worked(one.expected, other.expected), worked(one.high, other.high))
