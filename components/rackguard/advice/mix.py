"""How the best choice's nodes are split over ways to buy them: for one job, for a service, or for a demand as declared.

A job runs once, its nodes together: all are bought in one way. A service works all month and goes on; its nodes
work each by itself, but for copies over several nodes, which are bought in one way too: a split could cut one in two. A
commitment is paid for whole years, whatever the job or the demand leaves of them.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil, inf
from typing import TYPE_CHECKING

from rackguard.catalog.types import PurchaseOption
from rackguard.economics.items import HOURS_PER_MONTH
from rackguard.economics.mix.best import best_mix, price_split
from rackguard.economics.mix.demand import Demand
from rackguard.economics.mix.mix import Mix, NoMix
from rackguard.economics.mix.node_cost import stretch
from rackguard.economics.mix.option import BLOCK_NODES, MixOption, market_options, priced
from rackguard.economics.offers.block import BlockSize, smallest_block
from rackguard.record import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rackguard.advice.bounds import Bounds
    from rackguard.advice.choice import Choice
    from rackguard.catalog.catalog import Catalog
    from rackguard.sizing.workload import Workload

_TERM_MONTHS = 12
"""Of the commitment that is weighed, a reserved instance for one year."""
_GOES_ON_MONTHS = 12


@record
class MixAdvice:
    """The cheapest split of a choice's nodes over the ways to buy them."""

    choice: Choice
    demand: Demand
    """Of a month; of one job as if it filled the month, for which `scale` makes up."""
    declared: bool
    """True for a demand of the workload file; False where one job or a service speaks for itself."""
    months: float
    """How long it goes on; 0 for one job."""
    scale: float
    """What the mix's hours and dollars are multiplied by: 1 for a month's, the job's months for one job."""
    options: tuple[MixOption, ...]
    """Every way to buy that is allowed, with or without a price."""
    refused: tuple[MixOption, ...]
    """Ways to buy that the limits rule out."""
    mix: Mix | NoMix

    @property
    def spans(self) -> bool:
        """True for a service whose copies are each over several nodes."""
        return not self.once and self.demand.together and self.choice.sizing.task == "serve"

    @property
    def where(self) -> str:
        """`p5.48xlarge in us-east-2`."""
        return f"{self.choice.cost.offer.instance_type} in {self.choice.cost.offer.region}"

    @property
    def on_demand(self) -> MixOption | None:
        """On-demand without a commitment; None where the type isn't sold so."""
        ways = (each for each in self.options if each.purchase is PurchaseOption.ON_DEMAND and not each.commitment)
        return next(ways, None)

    @property
    def unpriced(self) -> tuple[MixOption, ...]:
        """Ways to buy that no mix can weigh, as they have no price."""
        return tuple(option for option in self.options if option.rate.usd is None)

    def off_percent(self, option: MixOption) -> float | None:
        """The discount of a way to buy off on-demand; below 0 where it is dearer."""
        base = self.on_demand.rate.usd if self.on_demand else None
        return None if not base or option.rate.usd is None else 100 * (1 - option.rate.usd / base)

    @property
    def once(self) -> bool:
        """True for one job, whose figures are those of the whole job."""
        return not self.months


def mix_for(choice: Choice, workload: Workload, bounds: Bounds, catalog: Catalog) -> MixAdvice:
    """The cheapest split of the nodes that `choice` has, or that the workload's demand asks for."""
    demand, months, scale = _demand(choice, workload)
    options, refused = list[MixOption](), list[MixOption]()
    for option in _options(choice, catalog, demand, months, scale):
        allowed = workload.limits.commitment if option.commitment else option.purchase in bounds.purchases
        (options if allowed else refused).append(option)
    one_way = not months or (demand.together and workload.serve is not None)
    mix = _in_one_way(demand, priced(options), scale) if one_way else best_mix(demand, priced(options))
    declared = workload.demand is not None
    return MixAdvice(choice, demand, declared, months, scale, tuple(options), tuple(refused), mix)


def _demand(choice: Choice, workload: Workload) -> tuple[Demand, float, float]:
    """The demand of a month, how many months it goes on (0: one job), and what its figures are multiplied by."""
    job, declared = choice.cost.job, workload.demand
    base = Demand(
        nodes=job.nodes,
        together=_together(choice, workload),
        write_hours=job.write_hours,
        restart_hours=job.restart_hours,
    )
    if declared:
        demand = replace(
            base,
            nodes=declared.nodes or job.nodes,
            steady_share=declared.steady_share,
            critical_share=declared.critical_share,
            hours=declared.hours_per_month,
            deadline_hours=declared.within_hours,
        )
        return demand, declared.months, 1.0
    if goes_on(choice, workload):
        return replace(base, steady_share=1.0), _GOES_ON_MONTHS, 1.0
    scale = job.hours.expected / HOURS_PER_MONTH
    deadline = None if job.deadline_hours is None else job.deadline_hours / scale
    return replace(base, deadline_hours=deadline), 0.0, scale


def goes_on(choice: Choice, workload: Workload) -> bool:
    """True for work without an end: a service, whose costs are those of a month."""
    return choice.sizing.job_seconds is None or bool(workload.serve and workload.serve.hours is None)


def _together(choice: Choice, workload: Workload) -> bool:
    """True where one node's end stops the others: of what is trained or simulated, or of a copy over several nodes."""
    if workload.serve:
        return choice.sizing.layout.pipeline > 1
    return choice.cost.job.nodes > 1 and not (workload.vision and workload.vision.task == "serve")


def _options(choice: Choice, catalog: Catalog, demand: Demand, months: float, scale: float) -> Iterator[MixOption]:
    """Every way to buy, with the hours that a block and a commitment are paid for."""
    offer, long = choice.cost.offer, months or scale
    zones = [zone for each in catalog.offerings(offer.region, offer.instance_type) for zone in each.zone_ids]
    for option in market_options(offer.instance_type, offer.region, zones, catalog, block_hours=HOURS_PER_MONTH):
        if option.commitment is not None:
            years = ceil(long / _TERM_MONTHS) * _TERM_MONTHS / long
            lasts = HOURS_PER_MONTH if months else inf
            yield replace(option, paid_hours=HOURS_PER_MONTH * years, available_hours=lasts)
        elif option.purchase is PurchaseOption.CAPACITY_BLOCK:
            yield from (
                _blocks(option, demand) if months else _block_of(option, demand, choice.cost.job.hours.high, scale)
            )
        elif months:
            yield option
        else:  # a reservation is held as long as the job takes, which may be more than what it is scaled to
            yield replace(option, paid_hours=0.0, available_hours=inf)


def _blocks(option: MixOption, demand: Demand) -> list[MixOption]:
    """One as long as the work of a node that isn't steady, and where there are steady ones, one after the other."""
    whole = replace(option, name="capacity blocks (all month)")
    hours = demand.hours * stretch(demand, option, demand.hours, min(demand.nodes, BLOCK_NODES))
    size = smallest_block(1, min(hours, HOURS_PER_MONTH))
    assert isinstance(size, BlockSize)  # a month and a node are within its bounds
    held = size.hours
    if demand.steady_nodes == demand.nodes or held >= HOURS_PER_MONTH:
        return [whole]
    one = replace(option, name=f"{option.name} ({held:,.0f} h)", paid_hours=held, available_hours=held)
    return [one, whole] if demand.steady_nodes else [one]


def _block_of(option: MixOption, demand: Demand, hours: float, scale: float) -> list[MixOption]:
    """The one that holds a job, as if the job filled a month; its end cuts off what isn't done."""
    size = smallest_block(demand.nodes, hours * stretch(demand, option, hours, demand.nodes))
    if not isinstance(size, BlockSize):
        return []
    name = f"{option.name} ({size.nodes} × {size.hours:,.0f} h)"
    held = size.hours / scale
    return [replace(option, name=name, paid_hours=held * size.nodes / demand.nodes, available_hours=held)]


def _in_one_way(demand: Demand, options: tuple[MixOption, ...], scale: float) -> Mix | NoMix:
    """The cheapest way to buy all nodes where they aren't split; where AWS must not take some back, none of spot."""
    tried = [
        price_split(demand, options, [demand.nodes if other is option else 0 for other in options])
        for option in options
        if not (demand.critical_nodes and option.taken_back)
    ]
    found = [mix for mix in tried if isinstance(mix, Mix)]
    if found:
        return min(found, key=lambda mix: mix.usd)
    if demand.deadline_hours is None or not options:
        return NoMix(demand.nodes, ("choose a type and region that have a price",))
    hours, until = HOURS_PER_MONTH * scale, demand.deadline_hours * scale
    return NoMix(demand.nodes, (f"move the deadline: {hours:,.1f} hours of work in {until:,.1f} hours",))
