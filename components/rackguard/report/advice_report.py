"""What `rackguard advise` tells, whatever the format."""

from __future__ import annotations

from datetime import datetime

from rackguard.advice.advise import Advice
from rackguard.advice.choice import Choice
from rackguard.advice.methods import MethodChoice
from rackguard.advice.mix import MixAdvice
from rackguard.advice.split import SplitAdvice
from rackguard.economics.region_carbon import JobCarbon
from rackguard.record import record
from rackguard.report.figures import UNKNOWN, count, kg, usd
from rackguard.report.sources import Sources, cited
from rackguard.sizing.sizing import Range

HEADINGS = ("", "nodes", "bought", "region", "USD", "hours", "kgCO2e", "price", "limits")
RIGHT = frozenset({0, 4, 5, 6})
METHOD_HEADINGS = ("method", "FLOP", "FLOP/(P·T)", "within the limits", "cheapest on-demand")
CLEANEST_HEADINGS = ("region", "kgCO2e", "with other publishers' factors")


@record
class AdviceReport:
    """Advice on a workload, and what belongs beside it."""

    work: str
    """`fine_tune llama-3.1-70b (full)`."""
    now: datetime
    advice: Advice
    top: int
    """How many choices are shown in text; data has them all."""
    relax: tuple[str, ...]
    methods: tuple[MethodChoice, ...]
    mix: MixAdvice | None = None
    """The best choice's nodes over the ways to buy them; None where there is no choice."""
    split: SplitAdvice | None = None
    """What a split saves that is asked about."""


def summary(report: AdviceReport) -> str:
    """How many choices there are, and how many keep to all limits."""
    advice = report.advice
    if not advice.choices:
        return "Nothing that is on sale can do this."
    found = count(len(advice.choices), "choice")
    if not advice.will_do:
        return f"None of {found} keeps to all limits."
    verb = "keeps" if len(advice.will_do) == 1 else "keep"
    return f"{len(advice.will_do)} of {found} {verb} to all limits, the best by {advice.objective} first."


def limits(report: AdviceReport) -> str:
    """The limits in a line."""
    bounds = report.advice.bounds
    told = [
        f"budget {usd(bounds.budget_usd)} USD" if bounds.budget_usd is not None else "no budget",
        f"done in {bounds.deadline_hours:,.1f} hours" if bounds.deadline_hours is not None else "no deadline",
        ", ".join(sorted(bounds.regions)) if bounds.regions else "any region",
        " or ".join(sorted(bounds.purchases)).replace("_", " "),
    ]
    return " · ".join(told)


def rows(report: AdviceReport, sources: Sources) -> list[tuple[str, ...]]:
    """The best choices, as many as are shown."""
    return [
        (str(number), *_row(choice, sources)) for number, choice in enumerate(report.advice.choices[: report.top], 1)
    ]


def _row(choice: Choice, sources: Sources) -> tuple[str, ...]:
    cost, offer = choice.cost, choice.cost.offer
    mark = sources.mark(cited(offer.rate.source, offer.rate.note))
    return (
        nodes(choice),
        offer.purchase.words,
        offer.region,
        usd(cost.usd.expected) if cost.usd else "no price",
        f"{cost.hours.expected:,.1f}",
        UNKNOWN if cost.carbon.kg is None else kg(cost.carbon.kg),
        f"{offer.rate.marker}{mark}",
        "; ".join(choice.breaks) or "kept",
    )


def nodes(choice: Choice) -> str:
    """`2 × p5.48xlarge`."""
    return f"{choice.sizing.nodes} × {choice.cost.offer.instance_type}"


def details(choice: Choice) -> list[str]:
    """Where it can be bought, the ranges, the reasons, and the software that fits."""
    cost = choice.cost
    spread = f"{_range(cost.usd)} USD, {_range(cost.hours)} hours" if cost.usd else f"{_range(cost.hours)} hours"
    software = choice.software if isinstance(choice.software, str) else choice.software.words
    return [f"{', '.join(choice.zone_ids)}; {spread}; {'; '.join(choice.reasons)}. Software: {software}."]


def front(report: AdviceReport) -> str:
    """What nothing beats in cost, time and carbon at once."""
    shown = report.advice.front[: report.top]
    more = len(report.advice.front) - len(shown)
    told = [f"{nodes(each)} {each.cost.offer.purchase.words} in {_figures(each)}" for each in shown]
    return "; ".join([*told, *([f"and {more} more"] if more else [])])


def method_rows(report: AdviceReport) -> list[tuple[str, ...]]:
    """The ways to fine-tune beside each other."""
    return [
        (
            each.method,
            UNKNOWN if each.flops is None else f"{each.flops:.3g}",
            UNKNOWN if each.flops_per_parameter is None else f"{each.flops_per_parameter:.2g}",
            _bought(each.best) if each.best else "nothing",
            _with_breaks(each.on_demand) if each.on_demand else "nothing",
        )
        for each in report.methods
    ]


def cleanest_rows(report: AdviceReport) -> list[tuple[str, ...]]:
    """The best choice's job where it emits least."""
    return [(job.region, UNKNOWN if job.kg is None else kg(job.kg), _spread(job)) for job in report.advice.cleanest]


def _spread(job: JobCarbon) -> str:
    if job.operational_kg_low is None or job.operational_kg_high is None:
        return UNKNOWN
    made = job.embodied_kg or 0.0
    return f"{kg(job.operational_kg_low + made)} to {kg(job.operational_kg_high + made)}"


def left_out(report: AdviceReport) -> str:
    """`17 types: no RDMA; …`."""
    return "; ".join(each.text for each in report.advice.exclusions)


def remarks(report: AdviceReport) -> list[str]:
    """What the figures mean."""
    told = ["Expected figures of the whole job: interruptions, checkpoints, idle capacity and moved data are counted."]
    if report.methods:
        told.append("P·T: parameters that a token goes through, by tokens. Frozen weights take 4 of 6 FLOP.")
    if report.advice.endless:
        told.append("The work has no end: cost and carbon are those of a month.")
    return told


def why(report: AdviceReport, choice: Choice) -> list[str]:
    """Why a choice was written down, for the first lines of its stack file."""
    first = report.advice.choices[0]
    told = [
        f"{report.work}: {nodes(choice)} {choice.cost.offer.purchase.words} in {_figures(choice)}.",
        *details(choice),
    ]
    if first is not choice:
        told.append(f"Ranked before it, and not to be written without an id or an image of yours: {_bought(first)}.")
    return told


def _figures(choice: Choice) -> str:
    cost = choice.cost
    carbon = UNKNOWN if cost.carbon.kg is None else f"{kg(cost.carbon.kg)} kgCO2e"
    price = f"{usd(cost.usd.expected)} USD" if cost.usd else "no price"
    return f"{cost.offer.region} ({price}, {cost.hours.expected:,.1f} h, {carbon})"


def _bought(choice: Choice) -> str:
    price = usd(choice.cost.usd.expected) if choice.cost.usd else "no price"
    return f"{price} USD, {nodes(choice)} {choice.cost.offer.purchase.words}"


def _with_breaks(choice: Choice) -> str:
    price = usd(choice.cost.usd.expected) if choice.cost.usd else "no price"
    return "; ".join([f"{price} USD, {nodes(choice)}", *choice.breaks])


def _range(span: Range) -> str:
    return f"{span.low:,.2f} to {span.high:,.2f}" if span.high > span.low else f"{span.expected:,.2f}"
