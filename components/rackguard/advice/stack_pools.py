"""The pools of a mix: one for each way to buy, since a pool is bought in one way."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rackguard.catalog.types import PurchaseOption
from rackguard.economics.mix.mix import Mix

if TYPE_CHECKING:
    from rackguard.advice.mix import MixAdvice
    from rackguard.advice.stack_file import Nodes

NAME = "work"
"""Of the first pool."""
Way = tuple[PurchaseOption, str]
"""How nodes are bought, and the zone that they are in."""


def pools_of(advice: MixAdvice, nodes: Nodes) -> tuple[Nodes, ...] | str:
    """The pools of a declared demand's mix, in place of one pool of `nodes`; else why there is that one alone."""
    if not advice.declared:
        return ""
    first = advice.choice.cost.offer
    if (first.instance_type, first.region) != (nodes.kind.name, nodes.region):
        return f"the mix is of {advice.where}, which can't be written"
    if not isinstance(advice.mix, Mix):
        return "there is no mix for the demand"
    counts: dict[Way, int] = {}
    committed: set[Way] = set()
    for line in advice.mix.lines:
        option = line.option
        if option.purchase is PurchaseOption.CAPACITY_BLOCK:
            return "its mix has a capacity block, which has an id once you have bought it"
        way = (option.purchase, option.zone_id or nodes.zone_id)
        counts[way] = counts.get(way, 0) + line.nodes
        if option.commitment:
            committed.add(way)
    return tuple(
        replace(nodes, purchase=purchase, zone_id=zone, count=count, committed=(purchase, zone) in committed)
        for (purchase, zone), count in counts.items()
    )


def names(pools: tuple[Nodes, ...]) -> list[str]:
    """`work`, `work-spot`, `work-spot-2`: a name for each."""
    found: list[str] = []
    for nodes in pools:
        name = f"{NAME}-{nodes.purchase.value.replace('_', '-')}" if found else NAME
        again = sum(each == name or each.startswith(f"{name}-") for each in found) if found else 0
        found.append(f"{name}-{again + 1}" if again else name)
    return found
