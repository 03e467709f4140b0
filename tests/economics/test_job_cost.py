"""A whole job on an offer: what it costs, takes and emits; ranks; what no other beats."""

from __future__ import annotations

from dataclasses import replace
from math import inf, isfinite, isnan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rackguard.catalog.catalog import load
from rackguard.catalog.types import Commitment, PurchaseOption
from rackguard.economics.checkpoint_interval import best_stretch, unsaved_hours
from rackguard.economics.offers.block import BlockSize, smallest_block
from rackguard.economics.offers.find import find_offers
from rackguard.economics.offers.job import Job
from rackguard.economics.offers.job_cost import JobCost, job_cost
from rackguard.economics.offers.offer import Offer
from rackguard.economics.offers.rank import pareto, ranked
from rackguard.economics.offers.wanted import Wanted
from rackguard.economics.rates import Rate
from rackguard.sizing.sizing import Range
from rackguard.spec.problem import InvalidInput

FAILURES = 8 / 50_677  # an hour and node of 8 GPUs
SAVED = Job(nodes=4, hours=Range(80, 100, 150), write_hours=0.05, restart_hours=0.25, flops=1e21)


def offer_of(
    purchase: PurchaseOption, commitment: Commitment | None = None, kind: str = "p4d.24xlarge", zone: str = "use1-az4"
) -> Offer:
    wanted = Wanted(
        instance_types=frozenset({kind}),
        zone_ids=frozenset({zone}),
        purchases=frozenset({purchase}),
        commitments=(commitment,) if commitment else (),
    )
    *_, offer = find_offers(wanted, load()).offers
    return offer


ON_DEMAND = offer_of(PurchaseOption.ON_DEMAND)
SPOT = offer_of(PurchaseOption.SPOT)
RESERVED = offer_of(PurchaseOption.RESERVATION)
BLOCK = offer_of(PurchaseOption.CAPACITY_BLOCK)


def cost(job: Job, offer: Offer) -> JobCost:
    return job_cost(job, offer, load())


def expected_usd(job: JobCost) -> float:
    assert job.usd is not None
    return job.usd.expected


def unused_usd(job: JobCost) -> float:
    assert job.unused_usd is not None
    return job.unused_usd.expected


def test_on_demand_by_hand() -> None:
    job = cost(SAVED, ON_DEMAND)
    stretch = best_stretch(0.05, 0.25, 1 / (4 * FAILURES))
    assert job.hours == Range(80 * stretch, 100 * stretch, 150 * stretch)
    assert expected_usd(job) == pytest.approx(4 * 100 * stretch * 21.957642)
    assert 1.007 < stretch < 1.009
    assert unused_usd(job) == 0
    assert job.usd_per_exaflop == pytest.approx(expected_usd(job) / 1000)
    assert job.carbon.kg is not None
    assert (job.meets_deadline, job.estimate, job.lacks) == (None, False, ())


def test_spot_takes_longer_and_costs_its_own_price() -> None:
    job = cost(SAVED, SPOT)
    taken = 2.2263e-4  # 15 % a month
    stretch = best_stretch(0.05, 0.25, 1 / (4 * (FAILURES + taken)))
    assert job.hours.expected == pytest.approx(100 * stretch, rel=1e-6)
    assert SPOT.rate.usd is not None
    assert expected_usd(job) == pytest.approx(400 * stretch * SPOT.rate.usd, rel=1e-6)


def test_without_checkpoints_a_job_starts_anew() -> None:
    job = cost(replace(SAVED, write_hours=None), SPOT)
    rate = 4 * (FAILURES + SPOT.taken_back.per_hour) if SPOT.taken_back else 0
    assert job.hours.expected == pytest.approx(unsaved_hours(100, 0.25, 1 / rate))
    assert job.hours.high > 150 * job.hours.expected / 100  # a longer job loses more of itself


def test_an_interruption_rate_that_is_not_known_makes_it_an_estimate() -> None:
    assert cost(SAVED, replace(SPOT, taken_back=None)).estimate
    assert not cost(SAVED, SPOT).estimate


def test_a_reservation_is_paid_as_long_as_it_is_held() -> None:
    job = cost(replace(SAVED, held_hours=168), RESERVED)
    assert expected_usd(job) == pytest.approx(4 * 168 * 21.957642)
    assert unused_usd(job) == pytest.approx(4 * (168 - job.hours.expected) * 21.957642)
    assert unused_usd(cost(replace(SAVED, held_hours=168), ON_DEMAND)) == 0
    assert unused_usd(cost(SAVED, RESERVED)) == 0


def test_a_block_is_paid_whole() -> None:
    # 3 nodes need a block of 4; 151 hours need 7 days.
    job = cost(replace(SAVED, nodes=3), BLOCK)
    assert expected_usd(job) == pytest.approx(4 * 168 * 11.8)
    assert unused_usd(job) == pytest.approx((4 * 168 - 3 * job.hours.expected) * 11.8)


@pytest.mark.parametrize(
    ("nodes", "hours", "block"),
    [
        (1, 0.5, BlockSize(1, 24)),
        (2, 24, BlockSize(2, 24)),
        (3, 24.1, BlockSize(4, 48)),
        (5, 14 * 24, BlockSize(8, 336)),
        (33, 14 * 24 + 1, BlockSize(64, 504)),
        (64, 182 * 24, BlockSize(64, 4368)),
        (65, 24, "a block holds at most 64 nodes, and the job takes 65"),
        (1, 182 * 24 + 1, "a block lasts at most 182 days, and the job takes longer"),
        (1, inf, "a block lasts at most 182 days, and the job takes longer"),
    ],
)
def test_the_smallest_block(nodes: int, hours: float, block: BlockSize | str) -> None:
    assert smallest_block(nodes, hours) == block


def test_a_job_that_no_block_holds_has_no_cost_there() -> None:
    job = cost(replace(SAVED, nodes=65), BLOCK)
    assert (job.usd, job.used_usd, job.unused_usd) == (None, None, None)
    assert job.lacks == ("a block holds at most 64 nodes, and the job takes 65",)


def test_a_commitment_is_paid_for_its_year() -> None:
    job = cost(SAVED, offer_of(PurchaseOption.ON_DEMAND, Commitment.RI_1Y))
    assert expected_usd(job) == pytest.approx(4 * 8760 * 13.921094)
    agreed = replace(ON_DEMAND, commitment=Commitment.PRIVATE_AGREEMENT)
    assert cost(SAVED, agreed).lacks == ("the term of a private agreement is not known",)


def test_data_from_elsewhere_is_paid_once() -> None:
    near, far = (replace(SAVED, data_gib=1000, data_region=region) for region in ("us-east-1", "us-west-2"))
    assert expected_usd(cost(far, ON_DEMAND)) - expected_usd(cost(near, ON_DEMAND)) == pytest.approx(20)


def test_data_without_a_price_leaves_the_cost_open() -> None:
    job = cost(replace(SAVED, data_gib=1000, data_region="eu-north-1"), ON_DEMAND)
    assert job.usd is None
    assert job.used_usd is not None
    assert job.known_usd == pytest.approx(job.used_usd.expected)
    assert job.lacks == ("no price of data from eu-north-1 to us-east-1",)


def test_what_has_no_price_costs_nothing_known() -> None:
    job = cost(SAVED, offer_of(PurchaseOption.ON_DEMAND, kind="p5e.48xlarge", zone="use2-az1"))
    assert (job.usd, job.known_usd, job.usd_per_exaflop) == (None, None, None)
    assert job.lacks == ("no on-demand price of p5e.48xlarge in us-east-2",)


def test_a_job_that_is_not_to_be_expected_to_end() -> None:
    endless = Job(nodes=1000, hours=Range(700, 700, 700))
    job = cost(endless, SPOT)
    assert job.hours.expected > 1e100
    assert job.usd is None
    assert job.lacks == ("it is expected to take over ten years: save its work",)
    saved = cost(replace(endless, write_hours=100.0), SPOT)
    assert saved.lacks == ("it is expected to take over ten years",)
    assert not cost(replace(SAVED, nodes=1, hours=Range(1, 80_000, 90_000)), ON_DEMAND).lacks


def test_a_job_that_may_never_end_costs_no_nan() -> None:
    job = cost(Job(nodes=64, hours=Range(1, 10, 1e6), held_hours=100), RESERVED)
    assert job.usd is not None
    assert job.unused_usd is not None
    assert (job.usd.high, job.unused_usd.high) == (inf, 0)
    assert job.usd.expected == pytest.approx(64 * 100 * 21.957642)


def test_a_deadline_is_met_by_the_expected_hours() -> None:
    assert cost(replace(SAVED, deadline_hours=101), ON_DEMAND).meets_deadline is True
    assert cost(replace(SAVED, deadline_hours=100), ON_DEMAND).meets_deadline is False


def test_everything_wrong_with_a_job_comes_at_once() -> None:
    wrong = Job(0, Range(2, 1, 3), write_hours=-1, restart_hours=inf, data_gib=-2, held_hours=-3, deadline_hours=-4)
    with pytest.raises(InvalidInput) as caught:
        cost(wrong, ON_DEMAND)
    assert [f"{problem.where} {problem.message} {problem.hint}" for problem in caught.value.problems] == [
        "job.nodes is 0 Allowed: 1 or more.",
        "job.hours is 2, 1, 3 Allowed: above 0, none below the one before.",
        "job.write_hours is -1 Allowed: 0 or more.",
        "job.restart_hours is inf Allowed: 0 or more.",
        "job.data_gib is -2 Allowed: 0 or more.",
        "job.held_hours is -3 Allowed: 0 or more.",
        "job.deadline_hours is -4 Allowed: 0 or more.",
    ]


@given(
    nodes=st.integers(1, 200),
    hours=st.floats(0.01, 5000),
    write=st.none() | st.floats(0, 1),
    purchase=st.sampled_from(list(PurchaseOption)),
    data=st.floats(0, 1e6),
)
def test_never_nan_or_negative_and_more_nodes_never_cost_less(
    nodes: int, hours: float, write: float | None, purchase: PurchaseOption, data: float
) -> None:
    offer = {each.purchase: each for each in (ON_DEMAND, SPOT, RESERVED, BLOCK)}[purchase]
    job = Job(nodes, Range(hours / 2, hours, hours * 2), write_hours=write, data_gib=data, data_region="us-west-2")
    less, more = cost(job, offer), cost(replace(job, nodes=nodes + 1), offer)
    for each in (less, more):
        figures = [each.hours, *(part for part in (each.usd, each.used_usd, each.unused_usd) if part)]
        for figure in (value for part in figures for value in (part.low, part.expected, part.high)):
            assert not isnan(figure)
            assert figure >= 0
        assert each.usd is None or isfinite(each.usd.expected)
    if more.usd:
        assert less.usd is not None
        assert less.usd.expected <= more.usd.expected


def test_the_same_block_costs_the_same_to_the_last_digit() -> None:
    # 19 nodes and 20 for some 125 to 250 hours take the same block, of 20 for 11 days or more.
    hours = Range(123.75 / 2, 123.75, 123.75 * 2)
    costs = [cost(Job(nodes, hours, write_hours=0.75), BLOCK).usd for nodes in (19, 20)]
    assert costs[0] is not None
    assert costs[0] == costs[1]
    assert costs[0].low == costs[0].expected == costs[0].high


def made(usd: float | None, hours: float, kg: float, name: str = "", deadline: float | None = None) -> JobCost:
    base = cost(replace(SAVED, deadline_hours=deadline), ON_DEMAND)
    return replace(
        base,
        offer=replace(ON_DEMAND, zone_id=name, rate=Rate(usd, "hour", "list")),
        hours=Range(hours, hours, hours),
        usd=None if usd is None else Range(usd, usd, usd),
        used_usd=None if usd is None else Range(usd, usd, usd),
        carbon=replace(base.carbon, operational_kg=kg, embodied_kg=0.0),
        lacks=("no price",) if usd is None else (),
    )


def names(jobs: tuple[JobCost, ...]) -> list[str]:
    return [job.offer.zone_id for job in jobs]


JOBS = [
    made(30, 1, 9, "fast"),
    made(10, 5, 8, "cheap"),
    made(20, 5, 1, "clean"),
    made(None, 0.1, 0.1, "unpriced"),
    made(11, 6, 8, "worse"),
]


@pytest.mark.parametrize(
    ("objective", "order"),
    [
        ("cost", ["cheap", "worse", "clean", "fast", "unpriced"]),
        ("time", ["fast", "cheap", "clean", "worse", "unpriced"]),
        ("carbon", ["clean", "cheap", "worse", "fast", "unpriced"]),
        ("flop_price", ["cheap", "worse", "clean", "fast", "unpriced"]),
    ],
)
def test_ranks(objective, order: list[str]) -> None:
    assert names(ranked(JOBS, objective)) == order
    assert names(ranked(reversed(JOBS), objective)) == order


def test_what_misses_the_deadline_comes_after_what_meets_it() -> None:
    jobs = [made(1, 9, 0.5, "late", deadline=8), made(2, 7, 1, "in time", deadline=8), made(None, 1, 1, "unpriced")]
    assert names(ranked(jobs, "cost")) == ["in time", "late", "unpriced"]
    assert names(pareto(jobs)) == ["in time"]


def test_what_no_other_beats() -> None:
    assert names(pareto(JOBS)) == ["cheap", "clean", "fast"]


def test_of_equal_jobs_one_is_on_the_front() -> None:
    assert names(pareto([made(1, 1, 1, "b"), made(1, 1, 1, "a")])) == ["a"]


def beaten(job: tuple[int, int, int], by: tuple[int, int, int]) -> bool:
    return by != job and all(one <= other for one, other in zip(by, job, strict=True))


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6)), max_size=30))
def test_the_front_is_that_of_all_pairs(triples: list[tuple[int, int, int]]) -> None:
    jobs = [made(*triple, name=f"{index:02}") for index, triple in enumerate(triples)]
    expected = {job for job in triples if not any(beaten(job, other) for other in triples)}
    found = [(job.usd and job.usd.expected, job.hours.expected, job.carbon.kg) for job in pareto(jobs)]
    assert sorted(found) == sorted(expected)


def test_a_job_over_all_offers_of_two_regions_is_ranked_in_full(catalog) -> None:
    wanted = Wanted(gpu="H100", gpus_per_node=8, regions=frozenset({"us-east-2", "eu-north-1"}))
    jobs = [job_cost(SAVED, offer, catalog) for offer in find_offers(wanted, catalog).offers]
    best, *_ = ranked(jobs, "carbon")
    assert best.offer.region == "eu-north-1"
    cheapest, *_ = ranked(jobs, "cost")
    assert (cheapest.offer.region, cheapest.offer.purchase) == ("us-east-2", PurchaseOption.SPOT)
    assert {job.offer.region for job in pareto(jobs)} == {"us-east-2", "eu-north-1"}
