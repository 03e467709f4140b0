"""The cheapest split of a demand over ways to buy nodes, and the cost of a given one. Both are exact."""

from __future__ import annotations

from math import fsum, inf
from typing import TYPE_CHECKING

from rackguard.catalog.types import PurchaseOption
from rackguard.economics.items import HOURS_PER_MONTH
from rackguard.economics.mix.demand import check
from rackguard.economics.mix.mix import Mix, MixLine, NoMix
from rackguard.economics.mix.node_cost import most_nodes, paid_hours, stretch
from rackguard.economics.mix.option import priced
from rackguard.economics.mix.transport import Cell, spread
from rackguard.spec.problem import InvalidInput, Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rackguard.economics.mix.demand import Demand
    from rackguard.economics.mix.option import MixOption


def best_mix(demand: Demand, options: Sequence[MixOption]) -> Mix | NoMix:
    """The cheapest split of the nodes; options without a price are passed over.

    Steady nodes and others are told apart: those bought in one way and working together are a group of their own.
    """
    check(demand)
    usable = priced(options)
    limits = [demand.nodes if option.most_nodes is None else option.most_nodes for option in usable]
    taken_back = demand.nodes - demand.critical_nodes
    return _spread(demand, usable, limits, taken_back)


def price_split(demand: Demand, options: Sequence[MixOption], nodes: Sequence[int]) -> Mix | NoMix:
    """What a split costs that is already chosen: so many nodes of each option, steady ones placed as is cheapest.

    The demand's critical share is the chooser's to keep, and is not looked at.
    """
    check(demand)
    _check_split(demand, options, nodes)
    return _spread(demand, options, list(nodes), demand.nodes)


def _spread(demand: Demand, options: Sequence[MixOption], limits: Sequence[int], taken_back: int) -> Mix | NoMix:
    steady = demand.steady_nodes
    wanted = (steady, demand.nodes - steady)
    known: list[dict[int, float]] = [{} for _ in options]
    cells = [
        [
            _cell(demand, option, _hours(demand, row), wanted[row], row, known[column])
            for column, option in enumerate(options)
        ]
        for row in range(2)
    ]
    joint = frozenset(index for index, option in enumerate(options) if option.taken_back)
    found = spread(wanted, cells, limits, joint, taken_back)
    if any(found.left):
        return NoMix(sum(found.left), _relaxations(demand, options))
    lines = [_line(demand, option, (found.units[0][i], found.units[1][i])) for i, option in enumerate(options)]
    return Mix(
        lines=tuple(line for line in lines if line.nodes),
        usd=fsum(line.usd for line in lines),
        on_demand_usd=_on_demand_usd(demand, options, wanted),
    )


def _hours(demand: Demand, row: int) -> float:
    """Useful hours a month of a steady node (row 0) and of another."""
    return demand.hours if row else HOURS_PER_MONTH


def _cell(demand: Demand, option: MixOption, hours: float, wanted: int, row: int, known: dict[int, float]) -> Cell:
    """A cell; `known` is what both rows find out of how much longer work takes on so many nodes of the option."""
    rate, least = option.rate.usd or 0.0, option.paid_hours

    def cost(nodes: int) -> float:
        longer = known.get(nodes)
        if longer is None:
            longer = stretch(demand, option, hours, nodes)
            if demand.write_hours is not None:  # without checkpoints it depends on the hours, too
                known[nodes] = longer
        return nodes * rate * max(least, hours * longer)

    limit = most_nodes(demand, option, hours, wanted, steady=row == 0)
    return Cell(limit=limit, cost=cost, linear=not demand.together)


def _line(demand: Demand, option: MixOption, nodes: tuple[int, int]) -> MixLine:
    useful = paid = run = 0.0
    for row, count in enumerate(nodes):
        if count:
            hours = _hours(demand, row)
            useful += count * hours
            run += count * hours * stretch(demand, option, hours, count)
            paid += count * paid_hours(demand, option, hours, count)
    return MixLine(
        option=option,
        steady_nodes=nodes[0],
        other_nodes=nodes[1],
        useful_node_hours=useful,
        paid_node_hours=paid,
        unused_node_hours=max(paid - run, 0.0),
        usd=paid * (option.rate.usd or 0.0),
    )


def _on_demand_usd(demand: Demand, options: Sequence[MixOption], wanted: tuple[int, int]) -> float | None:
    """The whole demand on-demand, whatever the limit on its nodes."""
    for option in options:
        if option.purchase is PurchaseOption.ON_DEMAND and option.commitment is None and option.rate.usd is not None:
            hours = fsum(
                count * paid_hours(demand, option, _hours(demand, row), count)
                for row, count in enumerate(wanted)
                if count
            )
            return hours * option.rate.usd if hours < inf else None
    return None


def _relaxations(demand: Demand, options: Sequence[MixOption]) -> tuple[str, ...]:
    told = ["have more ways to buy, or higher limits of their nodes"]
    if not options:
        return ("choose a type and region that have a price",)
    if demand.critical_nodes and any(option.taken_back for option in options):
        told.append(f"let AWS take more than {demand.nodes - demand.critical_nodes} of {demand.nodes} nodes back")
    if demand.deadline_hours is not None and demand.steady_nodes < demand.nodes:
        told.append(f"move the deadline: {demand.hours:g} hours of work in {demand.deadline_hours:g} hours")
    elif _fills_the_month(demand, options):
        told.append(f"ask for fewer than {demand.hours:g} hours: with what interruptions add, a month is too short")
    if demand.write_hours is None:
        told.append("save the work to a checkpoint store")
    return tuple(told)


def _fills_the_month(demand: Demand, options: Sequence[MixOption]) -> bool:
    """True where nothing but the month's end keeps a way to buy from serving all nodes that aren't steady."""
    wanted = demand.nodes - demand.steady_nodes
    return any(
        option.most_nodes is None and most_nodes(demand, option, demand.hours, wanted, steady=False) < wanted
        for option in options
        if option.available_hours >= HOURS_PER_MONTH
    )


def _check_split(demand: Demand, options: Sequence[MixOption], nodes: Sequence[int]) -> None:
    problems = [
        Problem("option-unpriced", "error", ("mix", option.name), "has no price", "Leave it out, or give its rate.")
        for option, count in zip(options, nodes, strict=True)
        if count and option.rate.usd is None
    ]
    if sum(nodes) != demand.nodes or min(nodes, default=0) < 0:
        message = f"is {', '.join(str(count) for count in nodes)}, which is not {demand.nodes} nodes in all"
        problems.append(Problem("impossible-figure", "error", ("mix",), message, "Give each option 0 or more nodes."))
    if problems:
        raise InvalidInput(problems)
