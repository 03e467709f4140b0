"""The cheapest split of nodes: against brute force, by hand, and what it never does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf, isfinite

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rackguard.catalog.types import Commitment, PurchaseOption
from rackguard.economics.checkpoint_interval import best_stretch, unsaved_hours
from rackguard.economics.mix.best import best_mix, price_split
from rackguard.economics.mix.demand import Demand
from rackguard.economics.mix.mix import Mix, NoMix
from rackguard.economics.mix.option import MixOption, market_options, priced
from rackguard.economics.rates import Rate, no_price
from rackguard.spec.problem import InvalidInput

OD, SPOT = PurchaseOption.ON_DEMAND, PurchaseOption.SPOT
BLOCK, RESERVATION = PurchaseOption.CAPACITY_BLOCK, PurchaseOption.RESERVATION


def option(name: str, usd: float, purchase: PurchaseOption = OD, **more: object) -> MixOption:
    return MixOption(name, purchase, Rate(usd, "hour", "list"), **more)  # pyright: ignore[reportArgumentType]


ON_DEMAND = option("on-demand", 10.0)
ONE_YEAR = option("ri 1y", 6.0, commitment=Commitment.RI_1Y, paid_hours=730.0)
FREE_SPOT = option("spot", 3.0, SPOT)


def split(mix: Mix | NoMix) -> dict[str, tuple[int, int]]:
    assert isinstance(mix, Mix)
    return {line.option.name: (line.steady_nodes, line.other_nodes) for line in mix.lines}


def usd(mix: Mix | NoMix) -> float:
    assert isinstance(mix, Mix)
    return mix.usd


def test_steady_nodes_are_committed_and_others_bought_by_the_hour() -> None:
    # A committed node costs 6 × 730 = 4,380 a month: cheaper all month, dearer for 200 hours on-demand at 2,000.
    mix = best_mix(Demand(10, steady_share=0.7, hours=200), [ONE_YEAR, ON_DEMAND])
    assert split(mix) == {"ri 1y": (7, 0), "on-demand": (0, 3)}
    assert usd(mix) == pytest.approx(7 * 4380 + 3 * 2000)
    assert isinstance(mix, Mix)
    assert mix.on_demand_usd == pytest.approx(7 * 7300 + 3 * 2000)
    assert mix.saving_percent == pytest.approx(100 * (1 - 36_660 / 57_100))
    assert mix.unused_usd == 0


@pytest.mark.parametrize(("hours", "bought"), [(437, "on-demand"), (439, "ri 1y")])
def test_a_commitment_pays_from_where_it_costs_less_than_its_hours(hours: float, bought: str) -> None:
    # 4,380 / 10 = 438 hours.
    assert split(best_mix(Demand(4, hours=hours), [ONE_YEAR, ON_DEMAND])) == {bought: (0, 4)}


def test_hours_of_a_commitment_that_are_not_used_are_paid_and_told() -> None:
    mix = best_mix(Demand(2, hours=500), [ONE_YEAR, ON_DEMAND])
    assert isinstance(mix, Mix)
    (line,) = mix.lines
    assert (line.useful_node_hours, line.paid_node_hours, line.unused_node_hours) == (1000, 1460, 460)
    assert mix.unused_usd == pytest.approx(460 * 6)


def test_critical_nodes_are_never_on_spot() -> None:
    mix = best_mix(Demand(10, critical_share=0.25, hours=100), [ON_DEMAND, FREE_SPOT])
    assert split(mix) == {"on-demand": (0, 3), "spot": (0, 7)}  # 2.5 rounded up


def test_an_option_takes_no_more_nodes_than_it_has() -> None:
    mix = best_mix(Demand(10, hours=100), [ON_DEMAND, replace(FREE_SPOT, most_nodes=4)])
    assert split(mix) == {"on-demand": (0, 6), "spot": (0, 4)}


def test_steady_and_other_nodes_share_the_room_as_is_cheapest() -> None:
    # Spot has room for 5, and saves more on nodes that work all month.
    demand = Demand(10, steady_share=0.5, hours=100)
    assert split(best_mix(demand, [ON_DEMAND, replace(FREE_SPOT, most_nodes=5)])) == {
        "on-demand": (0, 5),
        "spot": (5, 0),
    }


def test_nodes_that_gain_more_from_spot_push_others_off_it() -> None:
    # One node may be on spot. A steady one would save 73 USD on the first; another saves 2,700 on the second.
    first = option("first", 9.9, SPOT)
    second = option("second", 1.0, SPOT, available_hours=400.0)
    demand = Demand(2, steady_share=0.5, critical_share=0.5, hours=300)
    assert split(best_mix(demand, [first, second, ON_DEMAND])) == {"second": (0, 1), "on-demand": (1, 0)}


def test_a_block_serves_no_node_longer_than_it_lasts() -> None:
    block = option("block", 1.0, BLOCK, paid_hours=168.0, available_hours=168.0, most_nodes=64)
    mix = best_mix(Demand(4, steady_share=0.5, hours=168), [block, ON_DEMAND])
    assert split(mix) == {"block": (0, 2), "on-demand": (2, 0)}
    assert split(best_mix(Demand(4, hours=169), [block, ON_DEMAND])) == {"on-demand": (0, 4)}


def test_a_deadline_keeps_off_spot_what_would_take_too_long() -> None:
    # λ = 0.01: with 0.1 h a checkpoint an hour takes 1.0455 hours; 100 hours take 104.6.
    spot = replace(FREE_SPOT, interruptions_per_hour=0.01)
    work = Demand(3, hours=100, write_hours=0.1)
    assert split(best_mix(replace(work, deadline_hours=105), [ON_DEMAND, spot])) == {"spot": (0, 3)}
    assert split(best_mix(replace(work, deadline_hours=104), [ON_DEMAND, spot])) == {"on-demand": (0, 3)}


def test_nodes_that_work_together_are_interrupted_together() -> None:
    # 4 nodes at λ = 0.01 on spot: an interruption every 25 hours, 100 hours take 109.6.
    spot = replace(FREE_SPOT, interruptions_per_hour=0.01)
    work = Demand(4, hours=100, write_hours=0.1, deadline_hours=105)
    assert split(best_mix(work, [ON_DEMAND, spot])) == {"spot": (0, 4)}
    assert split(best_mix(replace(work, together=True), [ON_DEMAND, spot])) == {"on-demand": (0, 3), "spot": (0, 1)}


def test_without_checkpoints_spot_costs_what_it_loses() -> None:
    # e^(λh) - 1 over λh: 100 hours at λ = 0.03 take 636; at 3 USD that is 1,908 against 1,000 on-demand.
    spot = replace(FREE_SPOT, interruptions_per_hour=0.03)
    saved = Demand(1, hours=100, write_hours=0.1)
    assert split(best_mix(saved, [ON_DEMAND, spot])) == {"spot": (0, 1)}
    assert split(best_mix(replace(saved, write_hours=None), [ON_DEMAND, spot])) == {"on-demand": (0, 1)}


def test_a_commitment_holds_no_capacity_and_a_reservation_is_no_discount() -> None:
    reserved = option("reservation", 10.0, RESERVATION, paid_hours=730.0)
    demand = Demand(4, steady_share=1.0)
    committed = best_mix(demand, [ONE_YEAR])
    held = best_mix(demand, [reserved, replace(ON_DEMAND, rate=no_price("hour", ""))])
    assert isinstance(committed, Mix)
    assert isinstance(held, Mix)
    assert (committed.held_nodes, held.held_nodes) == (0, 4)
    assert held.usd == pytest.approx(4 * 7300)
    both = replace(reserved, rate=ONE_YEAR.rate, commitment=Commitment.RI_1Y)
    mix = best_mix(demand, [both])
    assert isinstance(mix, Mix)
    assert (mix.held_nodes, mix.usd) == (4, pytest.approx(4 * 4380))


def test_an_option_without_a_price_is_never_bought() -> None:
    unpriced = replace(FREE_SPOT, rate=no_price("hour", "no spot price"))
    assert split(best_mix(Demand(4, hours=10), [unpriced, ON_DEMAND])) == {"on-demand": (0, 4)}


def test_what_finds_no_place_is_counted_with_what_to_relax() -> None:
    spot = replace(FREE_SPOT, interruptions_per_hour=0.01)
    demand = Demand(10, critical_share=0.5, hours=100, deadline_hours=90, write_hours=None)
    mix = best_mix(demand, [replace(ON_DEMAND, most_nodes=3), spot])
    assert mix == NoMix(
        10,
        (
            "have more ways to buy, or higher limits of their nodes",
            "let AWS take more than 5 of 10 nodes back",
            "move the deadline: 100 hours of work in 90 hours",
            "save the work to a checkpoint store",
        ),
    )
    assert best_mix(Demand(2), []) == NoMix(2, ("choose a type and region that have a price",))
    assert best_mix(Demand(10, critical_share=0.5, hours=9), [replace(ON_DEMAND, most_nodes=3), FREE_SPOT]) == NoMix(
        2, ("have more ways to buy, or higher limits of their nodes", "let AWS take more than 5 of 10 nodes back")
    )


def test_work_that_interruptions_push_past_the_month_is_told_so() -> None:
    # λ = 0.01 with 0.1 h a checkpoint: an hour takes 1.0455, and 700 hours take 732.
    worn = replace(ON_DEMAND, interruptions_per_hour=0.01)
    assert split(best_mix(Demand(2, hours=697, write_hours=0.1), [worn])) == {"on-demand": (0, 2)}
    assert best_mix(Demand(2, hours=700, write_hours=0.1), [worn]) == NoMix(
        2,
        (
            "have more ways to buy, or higher limits of their nodes",
            "ask for fewer than 700 hours: with what interruptions add, a month is too short",
        ),
    )


def test_the_cost_of_a_split_that_is_chosen() -> None:
    demand = Demand(10, steady_share=0.7, hours=200)
    mix = price_split(demand, [ONE_YEAR, FREE_SPOT], [7, 3])
    assert split(mix) == {"ri 1y": (7, 0), "spot": (0, 3)}
    assert usd(mix) == pytest.approx(7 * 4380 + 3 * 600)


@pytest.mark.parametrize("nodes", [[7, 2], [11, -1]])
def test_a_split_that_is_not_all_nodes_is_refused(nodes: list[int]) -> None:
    with pytest.raises(InvalidInput, match="not 10 nodes in all"):
        price_split(Demand(10), [ONE_YEAR, FREE_SPOT], nodes)


def test_a_split_by_what_has_no_price_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"mix\.spot: has no price"):
        price_split(Demand(1), [replace(FREE_SPOT, rate=no_price("hour", ""))], [1])


def test_everything_wrong_with_a_demand_comes_at_once() -> None:
    demand = Demand(
        0, steady_share=1.5, critical_share=-1, hours=0, deadline_hours=-2, write_hours=inf, restart_hours=-1
    )
    with pytest.raises(InvalidInput) as caught:
        best_mix(demand, [ON_DEMAND])
    assert [(problem.where, problem.message, problem.hint) for problem in caught.value.problems] == [
        ("demand.nodes", "is 0", "Allowed: 1 to 100,000."),
        ("demand.steady_share", "is 1.5", "Allowed: 0 to 1."),
        ("demand.critical_share", "is -1", "Allowed: 0 to 1."),
        ("demand.hours", "is 0", "Allowed: above 0, to 730."),
        ("demand.deadline_hours", "is -2", "Allowed: above 0."),
        ("demand.write_hours", "is inf", "Allowed: 0 or more."),
        ("demand.restart_hours", "is -1", "Allowed: 0 or more."),
    ]


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in compositions(total - first, parts - 1):
            yield (first, *rest)


def brute_force(demand: Demand, options: Sequence[MixOption]) -> float:
    """The cheapest of all splits, each costed on its own; infinite where none is allowed."""
    best = inf
    for steady in compositions(demand.steady_nodes, len(options)):
        for other in compositions(demand.nodes - demand.steady_nodes, len(options)):
            best = min(best, brute_cost(demand, options, steady, other))
    return best


def brute_cost(demand: Demand, options: Sequence[MixOption], steady: Sequence[int], other: Sequence[int]) -> float:
    spot = sum(a + b for a, b, way in zip(steady, other, options, strict=True) if way.purchase is SPOT)
    if spot > demand.nodes - demand.critical_nodes:
        return inf
    total = 0.0
    for a, b, way in zip(steady, other, options, strict=True):
        if way.most_nodes is not None and a + b > way.most_nodes:
            return inf
        for count, hours, is_steady in ((a, 730.0, True), (b, demand.hours, False)):
            if not count:
                continue
            rate = way.interruptions_per_hour * (count if demand.together else 1)
            mean = 1 / rate if rate else inf
            longer = (
                unsaved_hours(hours, demand.restart_hours, mean) / hours
                if demand.write_hours is None
                else best_stretch(demand.write_hours, demand.restart_hours, mean)
            )
            taken = hours * longer
            until = (
                way.available_hours
                if demand.deadline_hours is None
                else min(demand.deadline_hours, way.available_hours)
            )
            if not isfinite(taken) or (is_steady and way.available_hours < 730) or (not is_steady and taken > until):
                return inf
            assert way.rate.usd is not None
            total += count * way.rate.usd * max(way.paid_hours, taken)
    return total


rates = st.floats(0.01, 0.1) | st.sampled_from([0.0, 1e-4, 1e-3])
ways = st.lists(
    st.builds(
        lambda usd, purchase, paid, most, rate: option(
            "way",
            usd,
            purchase,
            paid_hours=paid,
            available_hours=paid if purchase is BLOCK and paid else 730.0,
            most_nodes=most,
            interruptions_per_hour=rate,
        ),
        usd=st.integers(1, 30).map(float),
        purchase=st.sampled_from(list(PurchaseOption)),
        paid=st.sampled_from([0.0, 0.0, 168.0, 730.0]),
        most=st.none() | st.integers(0, 4),
        rate=rates,
    ),
    min_size=1,
    max_size=4,
)
demands = st.builds(
    Demand,
    nodes=st.integers(1, 5),
    steady_share=st.sampled_from([0.0, 0.3, 0.5, 0.8, 1.0]),
    critical_share=st.sampled_from([0.0, 0.2, 0.5, 1.0]),
    hours=st.sampled_from([1.0, 50.0, 168.0, 400.0]),
    deadline_hours=st.none() | st.sampled_from([55.0, 200.0, 1000.0]),
    together=st.booleans(),
    write_hours=st.none() | st.sampled_from([0.0, 0.05, 1.0]),
    restart_hours=st.sampled_from([0.0, 0.2]),
)


@settings(max_examples=200)
@given(demand=demands, options=ways)
def test_no_other_split_is_cheaper(demand: Demand, options: list[MixOption]) -> None:
    least = brute_force(demand, options)
    mix = best_mix(demand, options)
    if isinstance(mix, NoMix):
        assert least == inf
        return
    assert mix.usd == pytest.approx(least, rel=1e-9)
    assert mix.nodes == demand.nodes
    assert sum(line.steady_nodes for line in mix.lines) == demand.steady_nodes
    taken = sum(line.nodes for line in mix.lines if line.option.taken_back)
    assert taken <= demand.nodes - demand.critical_nodes


@given(demand=demands, options=ways)
def test_more_nodes_never_cost_less(demand: Demand, options: list[MixOption]) -> None:
    demand = replace(demand, steady_share=0.0, critical_share=0.0)
    less, more = best_mix(demand, options), best_mix(replace(demand, nodes=demand.nodes + 1), options)
    if isinstance(more, Mix):
        assert isinstance(less, Mix)
        assert 0 <= less.usd <= more.usd
        assert isfinite(more.usd)


@given(
    write=st.floats(0, 10) | st.none(),
    restart=st.floats(0, 10),
    rate=st.floats(1e-7, 1e-3),
    hours=st.floats(1, 730),
    paid=st.sampled_from([0.0, 168.0, 730.0]),
)
def test_each_node_more_of_a_group_costs_as_much_as_the_one_before(
    write: float | None, restart: float, rate: float, hours: float, paid: float
) -> None:
    """The algorithm rests on it: costs are convex."""
    from rackguard.economics.mix.node_cost import paid_hours

    demand = Demand(100, together=True, write_hours=write, restart_hours=restart, hours=hours)
    way = option("spot", 1.0, SPOT, interruptions_per_hour=rate, paid_hours=paid)
    costs = [0.0, *(count * paid_hours(demand, way, hours, count) for count in range(1, 60))]
    finite = [cost for cost in costs if isfinite(cost)]
    steps = [after - before for before, after in pairwise(finite)]
    assert all(after >= before * (1 - 1e-9) - 1e-9 * finite[-1] for before, after in pairwise(steps))


def six_options(catalog) -> tuple[MixOption, ...]:
    zones = ("use1-az4", "use1-az6")
    return priced(market_options("p4d.24xlarge", "us-east-1", zones, catalog, block_hours=336))


def test_the_ways_to_buy_a_type(catalog) -> None:
    options = market_options("p4d.24xlarge", "us-east-1", ("use1-az6",), catalog, block_hours=336)
    assert [(way.name, way.rate.usd, way.paid_hours, way.holds_capacity) for way in options] == [
        ("1-year commitment", 13.921094, 730, False),
        ("capacity block", 11.8, 336, True),
        ("on-demand", 21.957642, 0, False),
        ("reservation", 21.957642, 730, True),
        ("spot in use1-az6", catalog.spot_price("p4d.24xlarge", "us-east-1", "use1-az6").amount_usd, 0, False),
    ]
    on_demand, spot = options[2], options[4]
    # 8 GPUs at 50,677 GPU-hours to a failure; Spot takes 10 to 15 % back in a month.
    assert on_demand.interruptions_per_hour == pytest.approx(8 / 50_677)
    assert spot.interruptions_per_hour - on_demand.interruptions_per_hour == pytest.approx(2.2263e-4, rel=1e-4)
    assert not spot.at_least


def test_a_type_is_bought_only_as_it_is_sold(catalog) -> None:
    options = market_options("p6e-gb200.36xlarge", "us-east-1", ("use1-dfw2-az1",), catalog, block_hours=24)
    assert [way.purchase for way in options] == [BLOCK]


def test_an_unknown_rate_of_interruption_is_said(catalog) -> None:
    *_, spot = market_options("p6-b300.48xlarge", "us-west-2", ("usw2-az2",), catalog)
    assert (spot.purchase, spot.at_least) == (SPOT, True)


@pytest.mark.parametrize("together", [False, True])
def test_a_thousand_nodes_are_split_as_a_search_of_all_counts_does(catalog, together: bool) -> None:
    """Two ways to buy leave one count to choose: all 1,001 are tried."""
    options = [way for way in six_options(catalog) if way.name in ("on-demand", "spot in use1-az6")]
    demand = Demand(1000, critical_share=0.1, hours=300, together=together, write_hours=0.05, restart_hours=0.2)
    best = usd(best_mix(demand, options))
    none = (0, 0)
    each = [brute_cost(demand, options, none, (count, 1000 - count)) for count in range(1001)]
    assert best == pytest.approx(min(each), rel=1e-9)
