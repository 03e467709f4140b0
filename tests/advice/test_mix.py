"""How a choice's nodes are split over ways to buy: by hand, for a job, a service and a demand."""

from __future__ import annotations

from datetime import UTC, datetime
from math import exp
from typing import Any

import pytest

from rackguard.advice.advise import advise
from rackguard.advice.mix import MixAdvice, mix_for
from rackguard.advice.split import AskedShare, split_of
from rackguard.catalog.catalog import load
from rackguard.catalog.types import PurchaseOption
from rackguard.economics.mix.mix import Mix, NoMix
from rackguard.sizing.read_workload import parse
from rackguard.spec.problem import InvalidInput

NOW = datetime(2026, 12, 1, tzinfo=UTC)
SERVE = {"model": "llama-3.1-70b", "concurrency": 64}
TUNE = {"model": "llama-3.1-70b", "method": "lora", "tokens": 2e9}
EAST = {"regions": ["us-east-1"]}
ON_DEMAND, YEAR, SPOT, BLOCK = 21.957642, 13.921094, 2.4655, 11.8
"""An hour of p4d.24xlarge in us-east-1; spot in use1-az1."""
BROKEN = 8 / 50_677
"""Failures an hour of a node with 8 GPUs."""
TAKEN = BROKEN + 2.2263e-4
"""With what Spot takes back: 10 to 15 % in a month, -ln(0.85) / 730."""
MONTH = 730


def mix_of(kind: str = "p4d.24xlarge", purchase: PurchaseOption = PurchaseOption.SPOT, **given: Any) -> MixAdvice:
    work, problems = parse(given)
    assert problems == []
    assert work is not None
    advice = advise(work, NOW, load())
    (choice,) = [
        each for each in advice.choices if (each.cost.offer.instance_type, each.cost.offer.purchase) == (kind, purchase)
    ]
    return mix_for(choice, work, advice.bounds, load())


def lines(advice: MixAdvice) -> dict[str, tuple[int, int]]:
    assert isinstance(advice.mix, Mix)
    return {line.option.name: (line.steady_nodes, line.other_nodes) for line in advice.mix.lines}


def usd(advice: MixAdvice) -> float:
    assert isinstance(advice.mix, Mix)
    return advice.mix.usd * advice.scale


def test_a_demand_is_split_by_hand() -> None:
    """Of 10 nodes 6 work all month, 4 for 300 hours, 7 may not be taken back.

    A steady node saves most on spot, so 3 of them are there. The other 3 are committed: 10,162 against 16,029 USD a
    month. 300 hours are 6,587 USD on-demand, less than the commitment's month. Each interruption costs a quarter of an
    hour: e^(rate / 4).
    """
    demand = {"nodes": 10, "steady": "60%", "critical": "70%", "hours_per_month": 300, "months": 24}
    advice = mix_of(serve=SERVE, demand=demand, limits={**EAST, "capacity_block": False})
    assert lines(advice) == {"1-year commitment": (3, 0), "on-demand": (0, 4), "spot in use1-az1": (3, 0)}
    spot = 3 * MONTH * exp(TAKEN / 4) * SPOT
    others = (3 * MONTH * YEAR + 4 * 300 * ON_DEMAND) * exp(BROKEN / 4)
    assert usd(advice) == pytest.approx(spot + others, rel=1e-6)
    assert isinstance(advice.mix, Mix)
    assert advice.mix.held_nodes == 0
    assert advice.mix.on_demand_usd == pytest.approx((6 * MONTH + 4 * 300) * ON_DEMAND * exp(BROKEN / 4), rel=1e-6)
    interruptions = [line.interruptions for line in advice.mix.lines]
    assert interruptions == pytest.approx([3 * MONTH * BROKEN, 4 * 300 * BROKEN, 3 * MONTH * TAKEN], rel=1e-3)
    lost = [line.lost_node_hours for line in advice.mix.lines]
    assert lost == pytest.approx([each / 4 for each in interruptions], rel=1e-3)
    assert [advice.off_percent(line.option) for line in advice.mix.lines] == pytest.approx(
        [36.600, 0, 88.772], abs=0.001
    )


@pytest.mark.parametrize(
    ("months", "way"),
    # 12 × 730 × 13.92 is paid however long it goes on: of on-demand's 21.96 that is 5,553 hours, 7.6 months.
    [
        (7, "on-demand"),
        (8, "1-year commitment"),
        (12, "1-year commitment"),
        (13, "on-demand"),
        (16, "1-year commitment"),
    ],
)
def test_a_commitment_is_paid_for_whole_years(months: int, way: str) -> None:
    limits = {**EAST, "spot": False, "capacity_block": False}
    advice = mix_of(
        purchase=PurchaseOption.ON_DEMAND, serve=SERVE, demand={"steady": "100%", "months": months}, limits=limits
    )
    assert list(lines(advice)) == [way]
    years = 1 if months <= 12 else 2
    paid = 2 * (years * 12 * MONTH * YEAR / months if way != "on-demand" else MONTH * ON_DEMAND * exp(BROKEN / 4))
    assert usd(advice) == pytest.approx(paid, rel=1e-4)


def test_a_commitment_that_is_not_wanted_is_not_made() -> None:
    limits = {**EAST, "spot": False, "capacity_block": False, "commitment": False}
    advice = mix_of(purchase=PurchaseOption.ON_DEMAND, serve=SERVE, limits=limits)
    assert lines(advice) == {"on-demand": (2, 0)}


def test_a_service_works_all_month_and_each_node_by_itself() -> None:
    advice = mix_of(
        serve=SERVE, limits={**EAST, "spot": False, "capacity_block": False}, purchase=PurchaseOption.ON_DEMAND
    )
    assert (advice.declared, advice.months, advice.demand.steady_nodes, advice.demand.together) == (False, 12, 2, False)
    assert lines(advice) == {"1-year commitment": (2, 0)}


@pytest.mark.parametrize("demand", [None, {"nodes": 6, "steady": "50%", "critical": "50%", "hours_per_month": 300}])
def test_copies_over_several_nodes_are_bought_in_one_way(demand: dict[str, Any] | None) -> None:
    """3 × g6.12xlarge hold one copy of 70B in a pipeline; spot is cheapest in two zones, and half mustn't be on it."""
    given: dict[str, Any] = {"demand": demand} if demand else {}
    given |= {"serve": {"model": "llama-3.1-70b", "concurrency": 8}, "limits": {"regions": ["ap-south-1"]}}
    advice = mix_of("g6.12xlarge", PurchaseOption.SPOT, **given)
    assert (advice.choice.sizing.nodes, advice.spans) == (3, True)
    assert isinstance(advice.mix, Mix)
    (line,) = advice.mix.lines
    assert line.nodes == advice.demand.nodes
    assert line.option.taken_back is (demand is None)
    asked = [AskedShare("on-demand", 50.0), AskedShare("spot", 50.0)]
    assert (split_of(asked, advice).nodes, split_of(asked, advice).mix) == ((), None)


def test_the_nodes_of_one_job_are_bought_in_one_way_for_what_the_choice_costs() -> None:
    """2 × p5.48xlarge, of which one's end is the end of both."""
    given = {"fine_tune": TUNE, "limits": {"deadline": "2026-12-02T12:00:00Z", **EAST}}
    for purchase in (PurchaseOption.ON_DEMAND, PurchaseOption.SPOT):
        advice = mix_of("p5.48xlarge", purchase, **given)
        assert advice.once
        assert (advice.demand.nodes, advice.demand.together) == (2, True)
        assert isinstance(advice.mix, Mix)
        (line,) = advice.mix.lines
        assert line.nodes == 2
        if line.option.purchase is purchase:
            cost = advice.choice.cost.usd
            assert cost is not None
            assert usd(advice) == pytest.approx(cost.expected, rel=1e-9)


def test_a_job_longer_than_a_month_is_weighed_whole() -> None:
    """Some three months on 8 × H100: its hours are more than a month has."""
    given = {"train": {"model": "llama-3.1-8b", "tokens": 6e11}, "limits": {**EAST, "spot": False}}
    advice = mix_of("p5.48xlarge", PurchaseOption.ON_DEMAND, **given)
    hours = advice.choice.cost.job.hours.expected
    assert hours > 2 * MONTH
    assert isinstance(advice.mix, Mix)
    assert advice.mix.on_demand_usd is not None
    cost = advice.choice.cost.usd
    assert cost is not None
    assert advice.mix.on_demand_usd * advice.scale == pytest.approx(cost.expected, rel=1e-9)


def test_a_job_that_comes_late_however_it_is_bought_has_no_mix() -> None:
    given = {"train": {"model": "llama-3.1-8b", "tokens": 6e13}, "limits": {"deadline": "2026-12-08T00:00:00Z", **EAST}}
    advice = mix_of("p5.48xlarge", PurchaseOption.ON_DEMAND, **given)
    assert isinstance(advice.mix, NoMix)
    hours = advice.choice.cost.job.hours.expected
    assert advice.mix.relax == (f"move the deadline: {hours:,.1f} hours of work in 168.0 hours",)


def test_a_block_holds_what_of_a_demand_fits_into_it() -> None:
    """500 hours take 21 days of block; steady nodes need one after the other."""
    demand = {"nodes": 4, "critical": "100%", "hours_per_month": 500}
    advice = mix_of(serve=SERVE, demand=demand, limits=EAST)
    assert lines(advice) == {"capacity block (504 h)": (0, 4)}
    assert usd(advice) == pytest.approx(4 * 504 * BLOCK)
    assert isinstance(advice.mix, Mix)
    assert advice.mix.held_nodes == 4
    assert advice.mix.unused_usd == pytest.approx(4 * (504 - 500 * exp(BROKEN / 4)) * BLOCK, rel=1e-6)
    steady = mix_of(serve=SERVE, demand={**demand, "steady": "100%"}, limits=EAST)
    assert lines(steady) == {"capacity blocks (all month)": (4, 0)}
    # Work that fills the month takes the same blocks as what is steady: 64 nodes in all.
    full = {"nodes": 100, "critical": "100%", "steady": "50%", "hours_per_month": 700}
    assert lines(mix_of(serve=SERVE, demand=full, limits=EAST))["capacity blocks (all month)"] == (50, 14)


def test_a_job_pays_for_the_whole_block_that_holds_it() -> None:
    """3 nodes take a block of 4, and 33 hours at worst take 2 days: 4 × 48 hours, 64 for each of the 3."""
    given = {"fine_tune": TUNE, "limits": {"deadline": "2026-12-02T02:00:00Z", **EAST}}
    advice = mix_of("p5.48xlarge", PurchaseOption.ON_DEMAND, **given)
    assert advice.demand.nodes == 3
    assert 24 < advice.choice.cost.job.hours.high < 48
    (block,) = [option for option in advice.options if option.purchase is PurchaseOption.CAPACITY_BLOCK]
    assert block.name == "capacity block (4 × 48 h)"
    assert block.paid_hours * advice.scale == pytest.approx(64)
    assert block.available_hours * advice.scale == pytest.approx(48)


def test_a_type_that_has_no_price_in_the_year_says_so() -> None:
    advice = mix_of("p5en.48xlarge", PurchaseOption.ON_DEMAND, fine_tune=TUNE, limits=EAST)
    assert [option.name for option in advice.unpriced] == ["1-year commitment"]


def test_a_split_is_costed_for_the_demand_too() -> None:
    """7 of 10 nodes committed all year and 3 on spot: 4,380 of the 7 × 730 paid hours are the steady nodes'."""
    demand = {"nodes": 10, "steady": "60%", "hours_per_month": 500}
    advice = mix_of(serve=SERVE, demand=demand, limits=EAST)
    split = split_of([AskedShare("commitment", 70), AskedShare("spot", 30)], advice)
    off = [100 * (1 - YEAR / ON_DEMAND), 100 * (1 - SPOT / ON_DEMAND)]
    assert [share.discount_percent for share in split.shares] == pytest.approx(off)
    assert split.saving_percent == pytest.approx(0.7 * off[0] + 0.3 * off[1])
    assert split.nodes == (7, 3)
    assert isinstance(split.mix, Mix)
    # 7 × 730 hours at the year's rate, used or not; spot has 3 of the 4 that work 500 hours.
    paid = (6 * MONTH * exp(BROKEN / 4) + MONTH) * YEAR + 3 * 500 * exp(TAKEN / 4) * SPOT
    assert split.mix.usd == pytest.approx(paid, rel=1e-6)


def test_a_split_by_a_way_that_the_limits_rule_out_is_told_all_the_same() -> None:
    advice = mix_of(purchase=PurchaseOption.ON_DEMAND, serve=SERVE, limits={**EAST, "spot": False})
    split = split_of([AskedShare("spot", 100)], advice)
    assert split.saving_percent == pytest.approx(100 * (1 - SPOT / ON_DEMAND))


def test_a_share_without_a_price_or_a_discount_is_refused() -> None:
    advice = mix_of("p5en.48xlarge", PurchaseOption.ON_DEMAND, fine_tune=TUNE, limits=EAST)
    shares = [AskedShare("commitment", 60), AskedShare("on-demand", 40)]
    with pytest.raises(InvalidInput) as refused:
        split_of(shares, advice)
    (problem,) = refused.value.problems
    assert problem.message == (
        "--split names commitment, and no price to compare is known of p5en.48xlarge in us-east-1"
    )
    assert problem.hint == "Give its discount off on-demand: `commitment=60@30`."
    given = [AskedShare("commitment", 60, 30), AskedShare("on-demand", 40)]
    assert split_of(given, advice).saving_percent == pytest.approx(18)


def test_without_a_choice_discounts_tell_all() -> None:
    given = [AskedShare("commitment", 70, 30), AskedShare("spot", 30, 70)]
    split = split_of(given, None, 42)
    assert (split.saving_percent, split.mix, split.nodes) == (pytest.approx(42), None, ())
    assert split.needed == (("commitment", pytest.approx(30)), ("spot", pytest.approx(70)))


@pytest.mark.parametrize(
    ("percents", "nodes"), [((70, 30), (7, 3)), ((33.4, 33.3, 33.3), (4, 3, 3)), ((5, 95), (1, 9)), ((4, 96), (0, 10))]
)
def test_shares_come_to_whole_nodes(percents: tuple[float, ...], nodes: tuple[int, ...]) -> None:
    advice = mix_of(serve=SERVE, demand={"nodes": 10}, limits=EAST)
    ways = ("on-demand", "spot", "commitment")
    split = split_of([AskedShare(way, share) for way, share in zip(ways, percents, strict=False)], advice)
    assert split.nodes == nodes
