"""What a split in shares would save: by price alone, and for the nodes that are wanted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rackguard.catalog.types import PurchaseOption
from rackguard.economics.mix.best import price_split
from rackguard.economics.mix.split_saving import SplitShare, discount_needed, saving_percent
from rackguard.record import record
from rackguard.spec.problem import InvalidInput, Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rackguard.advice.mix import MixAdvice
    from rackguard.economics.mix.mix import Mix, NoMix
    from rackguard.economics.mix.option import MixOption

WAYS = ("commitment", "block", "on-demand", "reservation", "spot")
"""A commitment is a price for a year; a reservation and a block hold capacity."""


@record
class AskedShare:
    """A share as it is asked for."""

    way: str
    """One of `WAYS`."""
    share_percent: float
    discount_percent: float | None = None
    """Off the on-demand price; the list's where None."""


@record
class SplitAdvice:
    """What a split saves, and which discounts a saving needs."""

    asked: tuple[AskedShare, ...]
    shares: tuple[SplitShare, ...]
    """With the discount of each, given or of the list prices."""
    saving_percent: float
    """By price alone: every hour that is paid is used, and nothing is interrupted."""
    target_percent: float | None
    needed: tuple[tuple[str, float], ...]
    """The discount that each share needs for the target, the others as they are; above 100: none is enough."""
    nodes: tuple[int, ...]
    """Of each share, for the demand; empty where it can't be split."""
    mix: Mix | NoMix | None
    """What the split costs for the demand, with interruptions and hours that are paid and not used."""


def split_of(asked: Sequence[AskedShare], advice: MixAdvice | None, target_percent: float | None = None) -> SplitAdvice:
    """What a split of the nodes saves against on-demand.

    Raises:
        InvalidInput: for a share whose discount is neither given nor in the prices.
    """
    options = [_option(each, advice) for each in asked]
    shares = _shares(asked, options, advice)
    needed = () if target_percent is None else _needed(shares, target_percent)
    nodes, mix = _for_demand(asked, options, advice)
    return SplitAdvice(tuple(asked), shares, saving_percent(shares), target_percent, needed, nodes, mix)


def _needed(shares: Sequence[SplitShare], target_percent: float) -> tuple[tuple[str, float], ...]:
    return tuple(
        (share.name, discount_needed(shares, share.name, target_percent))
        for share in shares
        if share.share_percent and share.name != "on-demand"
    )


def _option(asked: AskedShare, advice: MixAdvice | None) -> MixOption | None:
    """The way to buy that is meant, of several zones or lengths the cheapest."""
    if advice is None:
        return None
    found = [option for option in (*advice.options, *advice.refused) if _is(option, asked.way)]
    return min(found, key=lambda option: (option.rate.usd is None, option.rate.usd or 0.0), default=None)


def _is(option: MixOption, way: str) -> bool:
    if option.commitment is not None:
        return way == "commitment"
    return option.purchase is _PURCHASES.get(way)


_PURCHASES = {
    "block": PurchaseOption.CAPACITY_BLOCK,
    "on-demand": PurchaseOption.ON_DEMAND,
    "reservation": PurchaseOption.RESERVATION,
    "spot": PurchaseOption.SPOT,
}


def _shares(
    asked: Sequence[AskedShare], options: Sequence[MixOption | None], advice: MixAdvice | None
) -> tuple[SplitShare, ...]:
    shares: list[SplitShare] = []
    problems: list[Problem] = []
    for each, option in zip(asked, options, strict=True):
        discount = each.discount_percent
        if discount is None and each.way == "on-demand":
            discount = 0.0
        if discount is None and advice and option:
            discount = advice.off_percent(option)
        if discount is None:
            problems.append(_no_discount(each, advice))
        else:
            shares.append(SplitShare(each.way, each.share_percent, discount))
    if problems:
        raise InvalidInput(problems)
    return tuple(shares)


def _no_discount(asked: AskedShare, advice: MixAdvice | None) -> Problem:
    of = "of nothing that is on sale" if advice is None else f"of {advice.where}"
    message = f"--split names {asked.way}, and no price to compare is known {of}"
    hint = f"Give its discount off on-demand: `{asked.way}={asked.share_percent:g}@30`."
    return Problem("command-line", "error", ("--split",), message, hint)


def _for_demand(
    asked: Sequence[AskedShare], options: Sequence[MixOption | None], advice: MixAdvice | None
) -> tuple[tuple[int, ...], Mix | NoMix | None]:
    """The nodes of each share and what they cost, where the nodes may be bought in different ways and have a price."""
    base = advice.on_demand.rate.usd if advice and advice.on_demand else None
    if advice is None or advice.on_demand is None or base is None:
        return (), None
    if advice.once or advice.spans or advice.demand.nodes == 1:
        return (), None
    bought: list[MixOption] = []
    for each, option in zip(asked, options, strict=True):
        if option is None:
            return (), None
        own = each.discount_percent
        usd = option.rate.usd if own is None else base * (1 - own / 100)
        bought.append(replace(option, rate=replace(option.rate, usd=usd), most_nodes=None))
    nodes = _whole(advice.demand.nodes, [each.share_percent for each in asked])
    return nodes, price_split(advice.demand, [advice.on_demand, *bought], [0, *nodes])


def _whole(nodes: int, percents: Sequence[float]) -> tuple[int, ...]:
    """Whole nodes by share, what is left over to the largest remainders."""
    exact = [nodes * percent / 100 for percent in percents]
    whole = [int(each + 1e-9) for each in exact]
    order = sorted(range(len(exact)), key=lambda index: whole[index] - exact[index])
    for index in order[: nodes - sum(whole)]:
        whole[index] += 1
    return tuple(whole)
