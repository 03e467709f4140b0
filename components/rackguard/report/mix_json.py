"""The mix and a split as plain data: keys with their units."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rackguard.economics.mix.mix import Mix, NoMix
from rackguard.report.sources import cited

if TYPE_CHECKING:
    from rackguard.advice.mix import MixAdvice
    from rackguard.advice.split import SplitAdvice
    from rackguard.economics.mix.mix import MixLine


def as_data(advice: MixAdvice) -> dict[str, Any]:
    """The mix as plain data; hours and dollars are those of the job, or of a month."""
    demand, scale, mix = advice.demand, advice.scale, advice.mix
    found = mix if isinstance(mix, Mix) else None
    return {
        "instance_type": advice.choice.cost.offer.instance_type,
        "region": advice.choice.cost.offer.region,
        "of": "job" if advice.once else "month",
        "demand": {
            "declared": advice.declared,
            "nodes": demand.nodes,
            "steady_nodes": 0 if advice.once else demand.steady_nodes,
            "critical_nodes": demand.critical_nodes,
            "hours": demand.hours * scale,
            "within_hours": None if demand.deadline_hours is None else demand.deadline_hours * scale,
            "months": None if advice.once else advice.months,
            "one_stops_all": demand.together,
        },
        "lines": [_line_data(line, advice) for line in found.lines] if found else [],
        "usd": found.usd * scale if found else None,
        "on_demand_usd": found.on_demand_usd * scale if found and found.on_demand_usd is not None else None,
        "saving_percent": found.saving_percent if found else None,
        "unused_usd": found.unused_usd * scale if found else None,
        "held_nodes": found.held_nodes if found else None,
        "at_least": found.at_least if found else None,
        "nodes_left": 0 if found else mix.nodes_left if isinstance(mix, NoMix) else None,
        "relax": list(mix.relax) if isinstance(mix, NoMix) else [],
        "unpriced": [option.name for option in advice.unpriced],
    }


def _line_data(line: MixLine, advice: MixAdvice) -> dict[str, Any]:
    option, scale = line.option, advice.scale
    return {
        "way": option.name,
        "purchase": option.purchase.value,
        "commitment": option.commitment.value if option.commitment else None,
        "holds_capacity": option.holds_capacity,
        "nodes": line.nodes,
        "steady_nodes": 0 if advice.once else line.steady_nodes,
        "useful_node_hours": line.useful_node_hours * scale,
        "paid_node_hours": line.paid_node_hours * scale,
        "lost_node_hours": line.lost_node_hours * scale,
        "unused_node_hours": line.unused_node_hours * scale,
        "interruptions": line.interruptions * scale,
        "at_least": option.at_least,
        "usd_per_node_hour": option.rate.usd,
        "price": option.rate.marker,
        "source": cited(option.rate.source, option.rate.note) or None,
        "off_on_demand_percent": advice.off_percent(option),
        "usd": line.usd * scale,
    }


def split_data(split: SplitAdvice) -> dict[str, Any]:
    """A split as plain data."""
    mix = split.mix if isinstance(split.mix, Mix) else None
    return {
        "shares": [
            {
                "way": share.name,
                "share_percent": share.share_percent,
                "discount_percent": share.discount_percent,
                "discount_given": asked.discount_percent is not None,
            }
            for share, asked in zip(split.shares, split.asked, strict=True)
        ],
        "saving_percent": split.saving_percent,
        "target_percent": split.target_percent,
        "discounts_needed": [{"way": way, "discount_percent": discount} for way, discount in split.needed],
        "nodes": list(split.nodes),
        "usd_per_month": mix.usd if mix else None,
        "demand_saving_percent": mix.saving_percent if mix else None,
    }
