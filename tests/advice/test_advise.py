"""From a workload to ranked choices: what is bought, what is left out, what to relax."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from math import expm1, isfinite
from typing import Any

import pytest

from rackguard.advice.advise import Advice, advise
from rackguard.advice.choice import Choice
from rackguard.advice.methods import by_method
from rackguard.advice.relax import relaxations
from rackguard.catalog.catalog import load
from rackguard.catalog.types import PurchaseOption
from rackguard.economics.offers.rank import Objective
from rackguard.sizing.read_workload import parse
from rackguard.sizing.workload import Workload
from rackguard.spec.problem import InvalidInput

NOW = datetime(2026, 12, 1, tzinfo=UTC)
TUNE = {"model": "llama-3.1-70b", "method": "full", "tokens": 2e9}
ON_DEMAND = {"spot": False, "capacity_block": False, "reservation": False}
FRIDAY = {"deadline": "2026-12-04T18:00:00Z", "budget_usd": 3000}
P5_USD = 55.04  # an hour of p5.48xlarge on-demand in us-east-1 and us-east-2, as of 2026-01


def workload(**given: Any) -> Workload:
    made, problems = parse(given)
    assert problems == []
    assert made is not None
    return made


def tune(method: str, **limits: Any) -> Workload:
    return workload(fine_tune={**TUNE, "method": method}, limits=limits)


def advice_on(work: Workload, objective: Objective = "cost", regions: tuple[str, ...] = ()) -> Advice:
    return advise(work, NOW, load(), objective, regions)


def choice_of(advice: Advice, kind: str, purchase: PurchaseOption = PurchaseOption.ON_DEMAND) -> Choice:
    (found,) = [
        each for each in advice.choices if (each.cost.offer.instance_type, each.cost.offer.purchase) == (kind, purchase)
    ]
    return found


def usd(choice: Choice) -> float:
    assert choice.cost.usd is not None
    return choice.cost.usd.expected


def test_70_b_on_2_b_tokens_by_friday_for_3_000_usd() -> None:
    """By hand: an H100 does 989.4 TFLOPS in BF16, of which 40 % come through.

    Full: 6 FLOPs a parameter and token, 6 * 70.55e9 * 2e9 = 8.47e20, 594 GPU-hours at 6.88 USD: 4,088 USD at least.
    LoRA: 4 FLOPs, 5.64e20, 396 GPU-hours: 2,725 USD.
    """
    full, lora = (choice_of(advice_on(tune(method, **FRIDAY)), "p5.48xlarge") for method in ("full", "lora"))
    by_hand = {flops: flops * 70.554e9 * 2e9 / (0.40 * 989.4e12) / 3600 * P5_USD / 8 for flops in (6, 4)}
    assert full.sizing.flops == pytest.approx(6 * 70.554e9 * 2e9, rel=0.001)
    assert lora.sizing.flops == pytest.approx(4 * 70.554e9 * 2e9, rel=0.001)
    assert usd(full) > by_hand[6] > 3000
    assert usd(lora) == pytest.approx(by_hand[4], rel=0.02)
    assert full.over_budget_usd == pytest.approx(usd(full) - 3000)
    assert full.breaks == (f"{usd(full) - 3000:,.2f} USD over the budget",)
    assert not full.will_do
    assert lora.will_do


def test_where_only_on_demand_is_allowed_full_is_refused_and_lora_is_the_way_out() -> None:
    work = tune("full", **FRIDAY, **ON_DEMAND)
    advice = advice_on(work)
    assert advice.will_do == ()
    told = relaxations(advice, work, NOW, load())
    cheapest = min(usd(each) for each in advice.choices if each.cost.usd)
    assert any(f"a budget of {int(cheapest) + 1:,} USD: " in each for each in told)
    assert any(each.startswith("`limits.spot` true: ") for each in told)
    assert any(each.startswith("`fine_tune.method` lora instead of full: 1 × ") for each in told)
    methods = {each.method: each for each in by_method(advice, work, NOW, load())}
    assert methods["full"].best is None
    assert methods["full"].on_demand is not None
    assert methods["full"].on_demand.over_budget_usd == pytest.approx(cheapest - 3000)
    assert methods["lora"].best is not None
    assert usd(methods["lora"].best) < 3000


@pytest.mark.parametrize("relaxed", [{"budget_usd": 4692}, {"spot": True}])
def test_what_is_told_to_relax_does_make_it_possible(relaxed: dict[str, Any]) -> None:
    limits = {**FRIDAY, **ON_DEMAND}
    assert advice_on(tune("full", **limits)).will_do == ()
    assert advice_on(tune("full", **{**limits, **relaxed})).will_do


def test_nothing_is_relaxed_where_something_will_do() -> None:
    work = tune("lora", **FRIDAY)
    assert relaxations(advice_on(work), work, NOW, load()) == ()


def test_a_deadline_takes_as_many_nodes_as_meet_it_and_no_more() -> None:
    p5 = choice_of(advice_on(tune("lora", deadline="2026-12-02T12:00:00Z")), "p5.48xlarge")
    assert (p5.sizing.nodes, p5.late_hours) == (2, None)
    assert p5.cost.hours.expected <= 36
    assert choice_of(advice_on(tune("lora")), "p5.48xlarge").sizing.nodes == 1


def test_a_deadline_that_nothing_meets_shows_the_nearest() -> None:
    work = workload(train={"model": "llama-3.1-405b", "tokens": 1e13}, limits={"deadline": "2026-12-03T00:00:00Z"})
    advice = advice_on(work)
    assert advice.will_do == ()
    first = min((each for each in advice.choices if each.cost.usd), key=lambda each: each.cost.hours.expected)
    (told,) = relaxations(advice, work, NOW, load())
    assert told.startswith("a deadline of 2028-")
    assert f"{first.sizing.nodes} × {first.cost.offer.instance_type} " in told


def test_a_region_without_it_names_another() -> None:
    work = tune("full", regions=["eu-central-2"])
    advice = advice_on(work)
    assert advice.choices == ()
    (told,) = relaxations(advice, work, NOW, load())
    assert told.startswith("other regions: ")


def test_what_fits_nowhere_says_what_would_make_it_fit() -> None:
    science = {"ranks": 4, "memory_gib": 400, "flop_per_step": 1e12, "bytes_per_step": 1e10, "steps": 1e6}
    work = workload(science=science)
    advice = advice_on(work)
    assert advice.choices == ()
    assert "it doesn't fit" in {each.reason for each in advice.exclusions}
    told = relaxations(advice, work, NOW, load())
    assert told == ("on p6-b300.48xlarge: twice the ranks, of 200 GiB each",)


def test_a_target_that_nothing_meets_is_told_with_the_nearest() -> None:
    """By hand, 8 B200: 15.01 GB of weights and 6,144 tokens of 128 KiB over 8 × 8 TB/s, of which 65 % come through."""
    work = workload(serve={"model": "llama-3.1-8b", "ms_per_token": 0.001})
    advice = advice_on(work)
    assert advice.choices == ()
    by_hand = (2 * 7.505e9 + 6144 * 131072) / (8 * 8e12) / 0.65 * 1000
    assert by_hand == pytest.approx(0.3802, abs=0.0001)
    (told,) = relaxations(advice, work, NOW, load())
    assert told.startswith("`serve.ms_per_token` 0.381 instead of 0.001: 1 × p6-b200.48xlarge spot in ")
    assert any(left.reason == "`ms_per_token` is missed" for left in advice_on(work).exclusions)
    both = workload(serve={"model": "llama-3.1-8b", "ms_per_token": 0.001, "first_token_ms": 0.001})
    assert any(left.reason == "`ms_per_token` and `first_token_ms` are missed" for left in advice_on(both).exclusions)
    assert advice_on(workload(serve={"model": "llama-3.1-8b", "ms_per_token": 0.381})).will_do
    assert not advice_on(workload(serve={"model": "llama-3.1-8b", "ms_per_token": 0.380})).choices


def test_a_model_is_served_by_as_many_gpus_as_its_target_takes() -> None:
    served = {"model": "llama-3.1-70b", "concurrency": 32}
    for target, tensor in ((None, 4), (20, 8)):
        limits = {"regions": ["us-east-1"]}
        work = workload(serve={**served, **({"ms_per_token": target} if target else {})}, limits=limits)
        sizing = choice_of(advice_on(work), "p5.48xlarge").sizing
        assert (sizing.layout.tensor, sizing.nodes, sizing.unmet) == (tensor, 1, ())
        # 139.0 GB of weights and 6,144 tokens of 320 KiB for each conversation, of which 2 copies share 32 on 4 GPUs.
        read = 2 * 69.502e9 + (16 if tensor == 4 else 32) * 6144 * 327680
        (token,) = [part.seconds.expected for part in sizing.durations if part.name == "a token"]
        assert token == pytest.approx(read / tensor / 3.35e12 / 0.57, rel=0.001)


def test_images_are_served_by_as_many_nodes_as_the_rate_takes() -> None:
    """By hand, int8 on H100: 1,979 TFLOPS, 18 % of which reach 8.18 GFLOP an image: 348,400 a second on 8."""
    vision = {"task": "serve", "model": "resnet-50", "precision": "int8", "images": 1e9}
    for wanted, nodes in ((300_000, 1), (700_000, 3)):
        work = workload(vision={**vision, "images_per_s": wanted}, limits={"regions": ["us-east-1"]})
        assert choice_of(advice_on(work), "p5.48xlarge").sizing.nodes == nodes


def test_a_narrower_format_is_told_where_it_keeps_to_the_limits() -> None:
    """TF32 does 494.5 TFLOPS on H100, bf16 989: half the hours, half the cost."""
    limits = {"budget_usd": 3000, **ON_DEMAND}
    tune = {**TUNE, "method": "lora", "precision": "tf32"}
    work = workload(fine_tune=tune, limits=limits)
    advice = advice_on(work)
    assert advice.will_do == ()
    told = relaxations(advice, work, NOW, load())
    assert any(each.startswith("`precision` bf16 instead of tf32: 1 × p6-b200.48xlarge on demand") for each in told)
    assert advice_on(workload(fine_tune={**tune, "precision": "bf16"}, limits=limits)).will_do


def test_work_that_fits_a_type_that_is_not_sold_there_is_told_so() -> None:
    train = {"model": "llama-3.1-405b", "tokens": 1e12, "precision": "fp64", "micro_batch": 64}
    work = workload(train=train, limits={"regions": ["us-east-2"]})
    advice = advice_on(work)
    assert advice.choices == ()
    assert relaxations(advice, work, NOW, load()) == (
        "other regions or ways to buy, and less work: it fits 116 × p6-b300.48xlarge",
    )


def test_work_that_takes_years_is_told_to_be_less() -> None:
    work = workload(train={"model": "llama-3.1-405b", "tokens": 1e16})
    advice = advice_on(work)
    assert advice.choices
    assert relaxations(advice, work, NOW, load()) == (
        "a deadline: without one it is given the fewest nodes that hold it",
        "less work: what is on sale takes years for this",
    )


@pytest.mark.parametrize(
    ("objective", "figure"),
    [
        ("cost", lambda each: each.cost.usd.expected),
        ("time", lambda each: each.cost.hours.expected),
        ("carbon", lambda each: each.cost.carbon.kg),
    ],
)
def test_the_objective_decides_on_the_first(objective: Objective, figure: Any) -> None:
    choices = advice_on(tune("lora"), objective).will_do
    known = [figure(each) for each in choices if figure(each) is not None]
    assert len(known) > 10
    assert known == sorted(known)


def test_every_type_is_a_choice_or_counted_among_what_was_left_out() -> None:
    advice = advice_on(tune("lora", **FRIDAY))
    chosen = {each.cost.offer.instance_type for each in advice.choices}
    counted = sum(each.count for each in advice.exclusions if each.what == "type")
    assert len(chosen) + counted == len(load().instance_types())


def test_nothing_beats_what_is_in_front() -> None:
    advice = advice_on(tune("lora"))

    def figures(each: Choice) -> tuple[float, float, float]:
        assert each.cost.carbon.kg is not None
        return usd(each), each.cost.hours.expected, each.cost.carbon.kg

    known = [figures(each) for each in advice.choices if each.cost.carbon.kg is not None and not each.cost.lacks]
    assert len(advice.front) > 1
    for each in advice.front:
        mine = figures(each)
        assert not [other for other in known if other != mine and all(a <= b for a, b in zip(other, mine, strict=True))]


def test_a_purchase_option_that_may_not_be_used_is_never_chosen() -> None:
    bought = {each.cost.offer.purchase for each in advice_on(tune("lora", **ON_DEMAND)).choices}
    assert bought == {PurchaseOption.ON_DEMAND}


def test_a_reservation_at_the_same_price_is_told_beside_on_demand() -> None:
    allowed = choice_of(advice_on(tune("lora", spot=False)), "p5.48xlarge")
    assert allowed.may_be_reserved
    assert not choice_of(advice_on(tune("lora", **ON_DEMAND)), "p5.48xlarge").may_be_reserved


def test_spot_without_a_checkpoint_store_has_its_expected_loss_in_usd() -> None:
    """By hand: Spot takes 10 to 15 % a month and 8 GPUs break, M is 2,628 hours: T hours take M·(e^(T/M) - 1)."""
    advice = advice_on(workload(train={"model": "llama-3.1-8b", "tokens": 2e10}), regions=("us-east-1",))
    spot = choice_of(advice, "p4d.24xlarge", PurchaseOption.SPOT)
    assert spot.sizing.nodes == 1
    hours, mean = spot.cost.job.hours.expected, 1 / (2.2263e-4 + 8 / 50_677)
    lost = mean * expm1(hours / mean) - hours
    assert spot.unsaved_usd == pytest.approx(lost * 2.4655, rel=0.01)
    told = "its cost counts on checkpoints: without a store for them {:,.2f} USD more are to be expected"
    assert told.format(spot.unsaved_usd) in spot.reasons
    assert choice_of(advice, "p4d.24xlarge").unsaved_usd is None
    served = advice_on(workload(serve={"model": "llama-3.1-8b"}), regions=("us-east-1",))
    assert {each.unsaved_usd for each in served.choices} == {None}
    assert [word for word in replace(spot, unsaved_usd=0.004).reasons if "checkpoint" in word] == []
    assert "without a store for checkpoints it would hardly ever end" in replace(spot, unsaved_usd=1e10).reasons


def test_images_that_are_looked_at_are_not_looked_at_anew_after_an_interruption() -> None:
    served = advice_on(workload(vision={"task": "serve", "model": "resnet-50", "images": 1e9}))
    assert {each.cost.job.write_hours for each in served.choices} == {0.0}


def test_regions_asked_for_narrow_those_allowed() -> None:
    work = tune("lora", regions=["us-east-1", "us-east-2"])
    assert {each.cost.offer.region for each in advice_on(work, regions=("us-east-2",)).choices} == {"us-east-2"}
    with pytest.raises(InvalidInput) as refused:
        advice_on(work, regions=("eu-north-1",))
    (problem,) = refused.value.problems
    assert "eu-north-1" in problem.message
    assert problem.hint == "Allowed: us-east-1, us-east-2."


def test_a_deadline_that_has_passed_is_refused() -> None:
    with pytest.raises(InvalidInput) as refused:
        advice_on(tune("lora", deadline="2026-11-30T18:00:00Z"))
    (problem,) = refused.value.problems
    assert (problem.id, problem.path) == ("deadline-passed", ("limits", "deadline"))
    assert problem.message == "`limits.deadline` is 2026-11-30T18:00:00Z, and it is 2026-12-01T00:00:00Z"
    assert problem.hint == "Give a time that is to come; or ask as of an earlier one, by `--at`."


def test_data_elsewhere_costs_its_egress() -> None:
    data = {"location": "s3://corp-data/sft", "region": "us-east-2", "size_gib": 400}
    near = workload(fine_tune={**TUNE, "method": "lora"}, data=data)
    far = choice_of(advice_on(near, regions=("us-west-2",)), "p5.48xlarge")
    assert far.cost.data.usd == pytest.approx(400 * 0.02)
    assert "8.00 USD bring the data to us-west-2" in far.reasons
    assert choice_of(advice_on(near, regions=("us-east-2",)), "p5.48xlarge").cost.data.usd == 0


def test_health_data_leaves_out_types_that_do_not_encrypt_their_traffic() -> None:
    data = {"location": "s3://scans", "size_gib": 10, "classification": "phi"}
    vision = {"task": "serve", "model": "resnet-50"}
    open_, held = advice_on(workload(vision=vision)), advice_on(workload(vision=vision, data=data))
    families = [{each.cost.offer.kind.family for each in advice.choices} for advice in (open_, held)]
    assert families[0] - families[1] == {"g5g", "p6e-gb200"}  # the latter's encryption is not published
    assert "not known to encrypt traffic between nodes, which phi asks for" in {each.reason for each in held.exclusions}


def test_work_without_an_end_is_costed_by_the_month() -> None:
    advice = advice_on(workload(vision={"task": "serve", "model": "resnet-50"}), regions=("us-east-2",))
    assert advice.endless
    for each in advice.choices:
        if each.cost.offer.purchase is PurchaseOption.ON_DEMAND and each.cost.usd:
            rate = each.cost.offer.rate.usd
            assert rate is not None
            assert usd(each) == pytest.approx(rate * 730 * each.sizing.nodes, rel=0.01)


@pytest.mark.parametrize(
    "given",
    [
        {"serve": {"model": "llama-3.1-8b", "concurrency": 64}},
        {"vision": {"task": "train", "model": "vit-l-16", "images": 1281167, "epochs": 90}},
        {"science": {"ranks": 16, "memory_gib": 20, "flop_per_step": 1e12, "bytes_per_step": 1e10, "steps": 1e6}},
    ],
)
def test_every_kind_of_work_has_choices_with_figures(given: dict[str, Any]) -> None:
    advice = advice_on(workload(**given))
    assert len(advice.will_do) > 5
    for each in advice.will_do:
        assert usd(each) > 0
        assert isfinite(each.cost.hours.expected)


def test_what_is_served_tells_how_fast_it_goes() -> None:
    advice = advice_on(workload(serve={"model": "llama-3.1-8b"}), regions=("us-east-2",))
    told = choice_of(advice, "g6e.2xlarge").reasons
    # A token reads 15.01 GB of weights and 6,144 tokens of 131,072 bytes at 65 % of 864 GB/s: 28.2 ms. The first takes
    # 4,096 tokens of 2 x 7.505e9 FLOP and 2,048 of attention (1.07e9) each, 6.59e13 at half of 362 TFLOPS: 364 ms.
    assert told[2:5] == ("35.5 tokens a second", "28.2 ms a token", "364 ms to the first")
    images = advice_on(workload(vision={"task": "serve", "model": "resnet-50", "images_per_s": 10}))
    # 18 % of 65 TFLOPS over 2 x 4.09 GMAC.
    assert "1,430 images a second" in choice_of(images, "g4dn.2xlarge").reasons


def test_what_has_an_end_tells_its_time_alone() -> None:
    advice = advice_on(tune("lora"), regions=("us-east-2",))
    assert [word for word in choice_of(advice, "p5.48xlarge").reasons if "a second" in word] == []
