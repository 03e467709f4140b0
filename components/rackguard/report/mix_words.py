"""The mix and a split in words, shared by the formats of advice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.economics.mix.mix import Mix, NoMix
from rackguard.report.figures import UNKNOWN, count, usd
from rackguard.report.sources import Sources, cited

if TYPE_CHECKING:
    from rackguard.advice.mix import MixAdvice
    from rackguard.advice.split import SplitAdvice
    from rackguard.economics.mix.mix import MixLine
    from rackguard.economics.mix.option import MixOption

HEADINGS = ("way to buy", "nodes", "paid h", "USD/h", "off", "stops", "lost h", "USD", "capacity")
RIGHT = frozenset({1, 2, 3, 4, 5, 6, 7})
SPLIT_HEADINGS = ("share of the nodes", "share", "off on-demand", "saves", "capacity")
SPLIT_RIGHT = frozenset({1, 2, 3})
_CENT = 0.01
_MOST_PERCENT = 100.0


def title(advice: MixAdvice) -> str:
    """What the table is of."""
    nodes = f"{advice.demand.nodes:,} × {advice.where}"
    return f"The cheapest way to buy {nodes} for the job" if advice.once else f"The cheapest split of {nodes}, a month"


def rows(advice: MixAdvice, sources: Sources) -> list[tuple[str, ...]]:
    """The ways by which nodes are bought; none where there is no mix."""
    if isinstance(advice.mix, NoMix):
        return []
    return [_row(line, advice, sources) for line in advice.mix.lines]


def _row(line: MixLine, advice: MixAdvice, sources: Sources) -> tuple[str, ...]:
    option, scale = line.option, advice.scale
    rate = option.rate
    mark = sources.mark(cited(rate.source, rate.note))
    more = "≥ " if option.at_least else ""
    return (
        option.name,
        f"{line.nodes:,}",
        f"{line.paid_node_hours * scale:,.1f}",
        f"{usd(rate.usd or 0.0)}{' est.' if rate.marker == 'estimate' else ''}{mark}",
        percent(advice.off_percent(option)),
        f"{more}{line.interruptions * scale:,.3g}",
        f"{more}{line.lost_node_hours * scale:,.1f}",
        usd(line.usd * scale),
        _capacity(option),
    )


def _capacity(option: MixOption) -> str:
    return "held" if option.holds_capacity else "not held: a price" if option.commitment else "not held"


def notes(advice: MixAdvice) -> list[str]:
    """The demand, what the mix saves and with which discounts, what holds capacity; or why there is no mix."""
    told = [_demand(advice), *_too_few(advice)]
    if isinstance(advice.mix, NoMix):
        why = f"There is none: {count(advice.mix.nodes_left, 'node')} of {advice.demand.nodes:,} can't be placed."
        told += [f"{why} {_capitalised('; or '.join(advice.mix.relax))}."]
    else:
        told += [_saving(advice, advice.mix), _held(advice, advice.mix)]
        unused = advice.mix.unused_usd * advice.scale
        told += [f"{usd(unused)} USD of it are paid and not used."] if unused >= _CENT else []
        told += ["≥: Spot takes nodes back more often than is known."] if advice.mix.at_least else []
        told.append("Hours are those of all nodes; off: below on-demand; stops: expected interruptions.")
    if advice.unpriced:
        told.append(f"Without a price, and left out: {', '.join(option.name for option in advice.unpriced)}.")
    return told


def _demand(advice: MixAdvice) -> str:
    demand = advice.demand
    if advice.once:
        stop = " One node's end stops them all, so they are bought in one way." if demand.together else ""
        return f"One job of {advice.choice.cost.job.hours.expected:,.1f} hours.{stop} A `demand` asks for more."
    others = demand.nodes - demand.steady_nodes
    parts = [f"{demand.steady_nodes:,} all month"] if demand.steady_nodes else []
    within = f" within {demand.deadline_hours:g}" if demand.deadline_hours is not None else ""
    parts += [f"{others:,} for {demand.hours:g} hours a month{within}"] if others else []
    critical = f"; {demand.critical_nodes:,} that AWS must not take back" if demand.critical_nodes else ""
    stop = ", and one node's end stops all that are bought in the same way" if demand.together else ""
    if advice.spans:
        stop = ", bought in one way, as each copy is over several nodes"
    why = "" if advice.declared else " A service goes on for a year or more; a `demand` says otherwise."
    return f"{' and '.join(parts)}{critical}{stop}, for {advice.months:g} months.{why}"


def _too_few(advice: MixAdvice) -> list[str]:
    """That a demand asks for fewer nodes than the work takes, where it does."""
    needed = advice.choice.sizing.nodes
    if advice.demand.nodes >= needed:
        return []
    asked = f"`demand.nodes` is {advice.demand.nodes:,}, and the work takes {needed:,} of"
    kind = advice.choice.cost.offer.instance_type
    why = "it doesn't fit on fewer, or misses a limit there"
    return [f"{asked} {kind}: {why}. Without `nodes` it is as many as the work takes."]


def _saving(advice: MixAdvice, mix: Mix) -> str:
    whole = usd(mix.usd * advice.scale)
    if mix.on_demand_usd is None or mix.saving_percent is None:
        return f"{whole} USD; on-demand alone has no price or misses the deadline, so nothing is compared."
    base, saved = mix.on_demand_usd * advice.scale, (mix.on_demand_usd - mix.usd) * advice.scale
    if abs(saved) < _CENT:
        return f"{whole} USD, as much as on-demand alone."
    told = [
        f"{percent(advice.off_percent(line.option))} off for {line.option.name}"
        for line in mix.lines
        if abs(advice.off_percent(line.option) or 0.0) > _CENT
    ]
    needs = f" It needs {', '.join(told)}." if told else ""
    return f"{whole} USD against {usd(base)} on-demand: {usd(saved)} USD ({percent(mix.saving_percent)}) saved.{needs}"


def _held(advice: MixAdvice, mix: Mix) -> str:
    held = f"is held for {mix.held_nodes:,} of {advice.demand.nodes:,} nodes" if mix.held_nodes else "is not held"
    text = f"Capacity {held}."
    if any(line.option.commitment for line in mix.lines):
        text += " A commitment is a price: it holds none."
    return text


def split_rows(split: SplitAdvice) -> list[tuple[str, ...]]:
    """The shares, what each is off on-demand, and what it adds to the saving."""
    return [
        (
            share.name,
            percent(share.share_percent),
            f"{percent(share.discount_percent)}{', given' if asked.discount_percent is not None else ''}",
            percent(share.share_percent * share.saving_percent / 100),
            {"commitment": "not held: a price", "block": "held", "reservation": "held"}.get(share.name, "not held"),
        )
        for share, asked in zip(split.shares, split.asked, strict=True)
    ]


def split_notes(split: SplitAdvice, advice: MixAdvice | None) -> list[str]:
    """The saving by price, which discounts a target needs, and what the split costs for the demand."""
    told = [f"By price alone it saves {percent(split.saving_percent)}: every paid hour used, and no interruption."]
    if split.target_percent is not None and split.needed:
        needs = [_need(way, discount) for way, discount in split.needed]
        told.append(f"{percent(split.target_percent)} needs {', or '.join(needs)}, the other shares as they are.")
    if advice is not None:
        told.append(_for_demand(split, advice))
    return told


def _need(way: str, discount: float) -> str:
    if discount > _MOST_PERCENT:
        return f"more than all of the price off {way}"
    return f"{percent(discount)} off {way}"


def _for_demand(split: SplitAdvice, advice: MixAdvice) -> str:
    if split.mix is None:
        if advice.demand.nodes == 1:
            return "One node can't be split: `demand.nodes` in the workload says how many are wanted."
        if advice.once:
            return "The nodes of one job stop together, and are not split: give a `demand` for what a split costs."
        if advice.spans:
            return "Each copy is over several nodes, which a split could buy in two ways: they are not split."
        return "What it costs for the demand isn't known: there is no on-demand price, or nothing of a share is sold."
    nodes = ", ".join(f"{each:,} {share.name}" for each, share in zip(split.nodes, split.shares, strict=True))
    if isinstance(split.mix, NoMix):
        return f"For this demand it can't be done ({nodes}): {count(split.mix.nodes_left, 'node')} can't be placed."
    saved = split.mix.saving_percent
    against = "" if saved is None else f", {percent(saved)} less than on-demand alone"
    unused = f", of which {usd(split.mix.unused_usd)} USD are not used" if split.mix.unused_usd >= _CENT else ""
    return (
        f"For this demand ({nodes}): {usd(split.mix.usd)} USD a month{against}{unused};"
        " interruptions, checkpoints and unused hours are counted."
    )


def percent(share: float | None) -> str:
    """`36.6 %`: a discount or a saving, to a tenth."""
    if share is None:
        return UNKNOWN
    text = f"{share:,.1f}"
    return f"{'0' if text == '-0.0' else text.removesuffix('.0')} %"


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
