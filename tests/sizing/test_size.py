"""A whole sizing: what fits where, how long it takes, and what would make it fit."""

from __future__ import annotations

from math import isfinite
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rackguard.catalog.catalog import load
from rackguard.sizing.models import model_names, models
from rackguard.sizing.read_workload import parse
from rackguard.sizing.size import accelerator, size, size_on
from rackguard.sizing.sizing import Sizing
from rackguard.sizing.workload import Workload
from rackguard.spec.problem import InvalidInput

GIB = 2**30
P5_USD_PER_HOUR = 55.04


def workload(**parts: Any) -> Workload:
    found, problems = parse(parts)
    assert found is not None, problems
    return found


def bytes_of(sizing: Sizing) -> dict[str, float]:
    return {component.name: component.bytes for component in sizing.components}


TUNE = {"model": "llama-3.1-70b", "tokens": 2e9, "sequence_length": 8192}


def test_the_headline_full_fine_tuning_breaks_the_budget_and_lora_keeps_it() -> None:
    parameters, tokens, budget = 70_553_706_496, 2e9, 3000
    # 40 % of 989 TFLOPS on eight H100 of a node at 55.04 USD an hour.
    node_hour = 8 * 989e12 * 0.40 * 3600
    full = size(workload(fine_tune={**TUNE, "recomputation": "none"}), "p5.48xlarge", 64)
    lora = size(workload(fine_tune={**TUNE, "method": "lora"}), "p5.48xlarge")
    assert (full.flops, lora.flops) == pytest.approx((6 * parameters * tokens, 4 * parameters * tokens))
    by_hand = {"full": 6 * parameters * tokens / node_hour, "lora": 4 * parameters * tokens / node_hour}
    assert by_hand == pytest.approx({"full": 74.31, "lora": 49.54}, abs=0.01)
    assert full.gpu_hours
    assert lora.gpu_hours
    # Eight nodes wait for each other's gradients after each short step; one node doesn't.
    assert full.gpu_hours.expected / 8 > by_hand["full"]
    assert lora.gpu_hours.expected / 8 == pytest.approx(by_hand["lora"], rel=1e-9)
    assert by_hand["full"] * P5_USD_PER_HOUR > budget > by_hand["lora"] * P5_USD_PER_HOUR
    price = load().on_demand_price("p5.48xlarge", "us-east-2")
    assert price
    assert price.amount_usd == P5_USD_PER_HOUR


def test_lora_of_70b_fits_one_node_without_working_anything_out_again() -> None:
    sizing = size(workload(fine_tune={**TUNE, "method": "lora"}), "p5.48xlarge")
    assert (sizing.gpus, sizing.nodes, sizing.fits) == (8, 1, True)
    assert (sizing.layout.tensor, sizing.layout.data, sizing.layout.recomputation) == (8, 1, "none")
    # 2 bytes of 70.55 B parameters over eight GPUs, and 16-bit adapters of rank 16 on q, k, v, o.
    adapters = 80 * 16 * (4 * 8192 + 2 * (8192 + 1024) - 0)
    assert bytes_of(sizing)["weights"] == pytest.approx((70_553_706_496 * 2 + adapters * 4) / 8)


def test_full_fine_tuning_of_70b_needs_three_nodes() -> None:
    sizing = size(workload(fine_tune=TUNE), "p5.48xlarge")
    assert (sizing.gpus, sizing.fits, sizing.needs.interconnect) == (24, True, "rdma")
    assert sizing.needs.ram_bytes_per_node == 8 * 81920 * 2**20
    found = bytes_of(sizing)
    states = found["weights"] + found["gradients"] + found["optimizer states"]
    assert states == pytest.approx(16 * 70_553_706_496 / 24)
    # 14 bytes a parameter, from three nodes at 1.2 GB/s each.
    assert sizing.needs.checkpoint_bytes == 14 * 70_553_706_496
    assert sizing.needs.checkpoint_seconds == pytest.approx(14 * 70_553_706_496 / 3.6e9)


def test_qlora_of_8b_fits_a_24_gb_gpu_and_full_fine_tuning_does_not() -> None:
    small = {"model": "llama-3.1-8b", "tokens": 1e8, "sequence_length": 2048}
    qlora = size(workload(fine_tune={**small, "method": "qlora"}), "L4", 1)
    full = size(workload(fine_tune=small), "L4", 1)
    assert (qlora.fits, full.fits) == (True, False)
    # Linear layers in NF4 with double quantisation, tables and norms in fp32, adapters of rank 16.
    linear, rest = 6_979_321_856, 8_030_261_248 - 6_979_321_856
    adapters = 32 * 16 * (2 * 8192 + 2 * (4096 + 1024))
    expected = linear * (0.5 + (8 / 64 + 32 / 16384) / 8) + rest * 4 + adapters * 4
    assert bytes_of(qlora)["weights"] == pytest.approx(expected)


def test_what_does_not_fit_says_what_would_make_it_fit() -> None:
    tune = {"model": "llama-3.1-8b", "tokens": 1e8, "sequence_length": 2048, "recomputation": "none"}
    sizing = size(workload(fine_tune=tune), "A100-80GB", 1)
    assert not sizing.fits
    assert sizing.remedies == (
        "`method` lora instead of full",
        "4 GPUs instead of 1",
    )


def test_each_remedy_alone_makes_it_fit() -> None:
    asked = workload(
        serve={"model": "llama-3.1-70b", "concurrency": 8, "context": 4096, "tensor": 4}, memory_free="10%"
    )
    sizing = size(asked, "A100-40GB", 4)
    assert not sizing.fits
    # 35.3 GB of weights and 2.1 of a process leave 1.2 of the 38.7: a conversation has 0.34 of cache, and as much of a
    # step's activations.
    few = "`concurrency` 1 instead of 8"
    assert sizing.remedies == ("`weights` int8 instead of bf16", few, "8 GPUs instead of 4")
    better = workload(
        serve={"model": "llama-3.1-70b", "concurrency": 8, "context": 4096, "tensor": 4, "weights": "int8"},
        memory_free="10%",
    )
    assert size(better, "A100-40GB", 4).fits


def test_what_fits_nowhere_says_which_gpu_would_do() -> None:
    sizing = size(workload(train={"model": "llama-3.1-405b", "tokens": 1e12, "sequence_length": 8192}), "T4", 1)
    assert not sizing.fits
    assert len(sizing.remedies) == 1
    assert sizing.remedies[0].startswith("a GPU with ")


def test_serving_reads_weights_and_cache() -> None:
    sizing = size(workload(serve={"model": "llama-3.1-8b", "context": 8192}), "H100-SXM", 1)
    found = bytes_of(sizing)
    assert found["weights"] == 2 * 8_030_261_248
    assert found["keys and values"] == 131_072 * 8192
    (token, first) = sizing.durations
    # All weights but the input table, and the cache of 6,144 tokens, at 0.40 to 0.72 of 3.35 TB/s.
    best = (2 * (8_030_261_248 - 128_256 * 4096) + 131_072 * 6144) / 3.35e12
    assert (token.seconds.low, token.seconds.high) == pytest.approx((best / 0.72, best / 0.40))
    assert sizing.rate
    assert sizing.rate.per_second.expected == pytest.approx(0.65 / best)
    assert first.seconds.low > token.seconds.low


def test_a_latency_that_no_run_reaches_is_said() -> None:
    sizing = size(workload(serve={"model": "llama-3.1-70b", "ms_per_token": 5, "tensor": 4}), "A100-80GB", 4)
    (words,) = sizing.unmet
    assert words.startswith("`ms_per_token` of 5 ms is missed: ")
    assert words.endswith(" at best")


def test_more_gpus_than_a_copy_needs_hold_more_copies() -> None:
    sizing = size(workload(serve={"model": "llama-3.1-8b", "concurrency": 64}), "H100-SXM", 8)
    assert (sizing.layout.tensor, sizing.layout.data) == (1, 8)
    assert bytes_of(sizing)["keys and values"] == 8 * 131_072 * 8192


def test_a_copy_that_no_node_holds_is_spread_over_nodes_in_stages() -> None:
    sizing = size(workload(serve={"model": "deepseek-v3", "concurrency": 16, "context": 8192}), "p5.48xlarge")
    assert (sizing.gpus, sizing.layout.tensor, sizing.layout.pipeline, sizing.layout.data) == (24, 8, 3, 1)
    found = bytes_of(sizing)
    assert found["weights"] == pytest.approx(2 * 671_026_419_200 / 24)
    assert found["keys and values"] == pytest.approx(16 * 8192 * 70_272 / 3)
    # A token goes through all three stages, and each works on a third of the conversations meanwhile.
    experts = 58 * 256 * 3 * 7168 * 2048
    untouched = experts * (1 - 8 / 256) ** 6
    read = 2 * (671_026_419_200 - 129_280 * 7168 - untouched) + 6 * 70_272 * 6144
    assert sizing.durations[0].seconds.low == pytest.approx(read / (8 * 3.35e12) / 0.65)
    assert sizing.rate
    assert sizing.rate.per_second.high == pytest.approx(16 / sizing.durations[0].seconds.low)


def test_a_type_whose_memory_the_cloud_does_not_state_has_its_gpus() -> None:
    sizing = size(workload(serve={"model": "llama-3.1-70b", "concurrency": 8}), "p6e-gb200.36xlarge")
    assert (sizing.fits, sizing.memory_bytes) == (True, 186e9)


def test_a_cache_of_latent_attention_and_of_windows() -> None:
    deepseek = size(workload(serve={"model": "deepseek-v3", "weights": "fp8", "context": 1000}), "H200-SXM", 8)
    assert bytes_of(deepseek)["keys and values"] == 70_272 * 1000
    # Half of 36 layers see 128 tokens: 2·8·64·2 bytes a token and layer, over one GPU.
    oss = size(workload(serve={"model": "gpt-oss-120b", "weights": "mxfp4", "context": 1000}), "B200", 1)
    assert bytes_of(oss)["keys and values"] == 2048 * (18 * 1000 + 18 * 128)


def test_resnet_on_a_v100_is_as_fast_as_it_was_measured() -> None:
    sizing = size(
        workload(vision={"task": "train", "model": "resnet-50", "images": 1_281_167, "epochs": 90, "batch": 256}),
        "V100-16GB",
        8,
    )
    assert sizing.rate
    low, high = sizing.rate.per_second.low, sizing.rate.per_second.high
    assert low < 8322 < high  # images a second, eight V100 [NVIDIA DeepLearningExamples]
    assert sizing.job_seconds
    assert sizing.job_seconds.low < 5 * 3600 < sizing.job_seconds.high
    # NVIDIA trains with 256 images a GPU on 16 GB.
    assert sizing.total_bytes < 16 * GIB


def test_a_larger_image_takes_more_of_everything() -> None:
    def of(pixels: int) -> Sizing:
        return size(workload(vision={"task": "serve", "model": "resnet-50", "image_size": pixels}), "T4", 1)

    small, large = of(224), of(448)
    assert small.rate
    assert large.rate
    assert small.rate.per_second.expected == pytest.approx(4 * large.rate.per_second.expected)
    assert small.rate.per_second.low < 1198 < small.rate.per_second.high  # a T4 [NVIDIA DeepLearningExamples]
    assert small.total_bytes < large.total_bytes


SIMULATION = {
    "ranks": 16,
    "memory_gib": 20,
    "flop_per_step": 1e12,
    "bytes_per_step": 4e11,
    "halo_mib": 64,
    "steps": 1e5,
}


def test_a_simulation_takes_the_longer_of_flops_and_memory_and_then_the_halo() -> None:
    sizing = size(workload(science=SIMULATION), "p4d.24xlarge")
    assert (sizing.gpus, sizing.nodes) == (16, 2)
    found = {part.name: part.seconds.expected for part in sizing.durations}
    assert found["compute"] == pytest.approx(1e12 / (9.7e12 * 0.5) * 1e5)
    assert found["memory traffic"] == pytest.approx(4e11 / (1555e9 * 0.8) * 1e5)
    assert found["halo"] == pytest.approx(64 * 2**20 * 8 / (400e9 / 8 * 0.75) * 1e5)
    assert sizing.job_seconds
    assert sizing.job_seconds.expected == pytest.approx(found["memory traffic"] + found["halo"])


def test_g5_is_ranked_by_its_own_card_and_not_by_the_a10() -> None:
    # A ResNet-50 in fp16: a fifth (0.19) of 70 TFLOPS, over three passes of 2 x 4.09 GMAC. An A10 has 125.
    vision = {"task": "train", "model": "resnet-50", "images": 1e6, "precision": "fp16"}
    sizing = size(workload(vision=vision), "g5.xlarge")
    assert sizing.missing == ()
    assert sizing.rate
    assert sizing.rate.per_second.expected == pytest.approx(0.19 * 70e12 / (3 * 2 * 4.09e9))


def test_a_gpu_without_a_figure_has_no_time() -> None:
    sizing = size(workload(science=SIMULATION), "g5.48xlarge")
    assert sizing.job_seconds is None
    assert sizing.missing == ("no fp64 peak is known of A10G",)
    bf16 = size(workload(train={"model": "gpt-2", "tokens": 1e9, "sequence_length": 1024}), "V100-32GB", 1)
    assert (bf16.fits, bf16.job_seconds, bf16.missing) == (True, None, ("V100-32GB has no bf16",))


@pytest.mark.parametrize(
    ("gpu", "missing"),
    [
        ("A100-80GB", ("A100-80GB has no fp8",)),
        ("T4", ("T4 has no fp8",)),
        ("RTX-PRO-4500-BSE", ("no fp8 peak is known of RTX-PRO-4500-BSE",)),  # which has it
        ("L40S", ()),
    ],
)
def test_a_format_that_a_gpu_lacks_is_told_from_a_figure_that_nobody_gives(gpu: str, missing: tuple[str, ...]) -> None:
    train = {"model": "gpt-2", "tokens": 1e9, "sequence_length": 1024, "precision": "fp8"}
    assert size(workload(train=train), gpu, 1).missing == missing


def test_what_a_node_needs_beside_its_gpus() -> None:
    sizing = size(
        workload(
            vision={"task": "train", "model": "resnet-50", "images": 1_281_167, "image_kib": 100, "precision": "fp16"}
        ),
        "g7.24xlarge",
    )
    assert sizing.missing == ("no fp16 peak is known of RTX-PRO-4500-BSE",)
    sizing = size(
        workload(vision={"task": "train", "model": "resnet-50", "images": 1_281_167, "image_kib": 100}), "p3dn.24xlarge"
    )
    assert sizing.needs.cores_per_gpu == (4, 8)
    assert sizing.needs.ram_bytes_per_node == 8 * 32768 * 2**20
    assert sizing.rate
    assert sizing.needs.read_bytes_per_second == pytest.approx(sizing.rate.per_second.high * 102_400)


def test_data_larger_than_its_tokens_is_read_in_the_time_of_the_job() -> None:
    data = {"location": "s3://corp-data/sft", "size_gib": 4000}
    sizing = size(workload(fine_tune={**TUNE, "method": "lora"}, data=data), "p5.48xlarge")
    assert sizing.job_seconds
    assert sizing.needs.read_bytes_per_second == pytest.approx(4000 * GIB / sizing.job_seconds.low)


@pytest.mark.parametrize("on", ["p5.49xlarge", "H100"])
def test_an_unknown_type_or_gpu_is_answered_with_the_nearest(on: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        size(workload(serve={"model": "gpt-2"}), on)
    (problem,) = refused.value.problems
    assert problem.message == f"no GPU or instance type is called '{on}'"
    assert "Did you mean" in problem.hint


def test_a_wider_format_than_need_be_is_told_where_it_does_not_fit() -> None:
    """Activations of 220 images are half as large in 16 bits; 13 B frozen weights are 52 GB, or 26."""
    asked = {"model": "resnet-50", "task": "train", "images": 1e6, "precision": "fp32", "batch": 220}
    sizing = size(workload(vision=asked), "L4", 1)
    assert not sizing.fits
    assert "`precision` fp16 instead of fp32" in sizing.remedies
    assert size(workload(vision={**asked, "precision": "fp16"}), "L4", 1).fits
    frozen = {"model": "llama-2-13b", "method": "lora", "tokens": 1e9, "precision": "fp32", "sequence_length": 1024}
    sizing = size(workload(fine_tune=frozen), "L40S", 1)
    assert "`precision` bf16 instead of fp32" in sizing.remedies
    assert size(workload(fine_tune={**frozen, "precision": "bf16"}), "L40S", 1).fits


def test_gpus_that_the_declared_layout_can_not_be_made_of() -> None:
    parallel = {"tensor": 4, "pipeline": 2}
    asked = workload(train={"model": "llama-3.1-8b", "tokens": 1e9, "parallel": parallel})
    with pytest.raises(InvalidInput) as refused:
        size(asked, "p5.48xlarge", 12)
    (problem,) = refused.value.problems
    assert problem.message == "12 GPUs can't be shared by tensor 4 x pipeline 2"
    assert problem.hint == "Give a multiple of 8 GPUs."
    with pytest.raises(InvalidInput, match="`gpus` is 0"):
        size(asked, "p5.48xlarge", 0)


TRANSFORMERS = [one.name for one in models() if one.shape]
STAGES = ["ddp", "zero-1", "zero-2", "zero-3"]


@given(
    st.sampled_from(TRANSFORMERS),
    st.sampled_from([2, 4, 8, 64, 512]),
    st.sampled_from(["bf16", "fp32", "fp8"]),
    st.sampled_from(["adamw", "sgd", "adamw-8bit"]),
)
def test_states_fall_as_sharding_grows(name: str, gpus: int, precision: str, optimizer: str) -> None:
    where = accelerator("H200-SXM")
    names = ("weights", "gradients", "optimizer states")

    def states(strategy: str, count: int) -> float:
        train = {"model": name, "tokens": 1e12, "precision": precision, "optimizer": optimizer}
        found = bytes_of(size_on(workload(train={**train, "parallel": {"strategy": strategy}}), where, count))
        return sum(found.get(each, 0.0) for each in names)

    by_stage = [states(strategy, gpus) for strategy in STAGES]
    assert by_stage == sorted(by_stage, reverse=True)
    assert by_stage[0] > by_stage[-1]
    assert states("zero-3", gpus * 2) < by_stage[-1]


def figures(sizing: Sizing) -> list[float]:
    needs = sizing.needs
    found = [component.bytes for component in sizing.components]
    found += [needs.memory_bytes_per_gpu, needs.ram_bytes_per_node]
    found += [
        value for value in (needs.read_bytes_per_second, needs.checkpoint_bytes, needs.checkpoint_seconds) if value
    ]
    for span in (sizing.job_seconds, sizing.rate.per_second if sizing.rate else None):
        found += [span.low, span.expected, span.high] if span else []
    return found


@given(
    st.sampled_from(TRANSFORMERS),
    st.sampled_from([gpu.name for gpu in load().gpus()]),
    st.sampled_from([1, 2, 8, 32]),
    st.sampled_from(["full", "lora", "qlora"]),
    st.integers(1, 64),
    st.integers(1, 200_000),
)
def test_no_figure_is_negative_or_no_number(
    name: str, gpu: str, gpus: int, method: str, batch: int, length: int
) -> None:
    tune = {"model": name, "tokens": 1e9, "method": method, "micro_batch": batch, "sequence_length": length}
    served = {"model": name, "concurrency": batch, "context": length + 1}
    for asked in (workload(fine_tune=tune), workload(serve=served)):
        sizing = size_on(asked, accelerator(gpu), gpus)
        assert [value for value in figures(sizing) if not isfinite(value) or value < 0] == []
        if sizing.job_seconds:
            assert 0 < sizing.job_seconds.low <= sizing.job_seconds.expected <= sizing.job_seconds.high
        assert sizing.total_bytes > 0


@given(st.sampled_from(["p5.48xlarge", "g6e.48xlarge", "H200-SXM"]), st.sampled_from(model_names()[:30]))
def test_the_fewest_gpus_that_fit_are_taken(on: str, name: str) -> None:
    asked = workload(fine_tune={"model": name, "tokens": 1e9})
    sizing = size(asked, on)
    where = accelerator(on)
    if sizing.fits and sizing.gpus > where.per_node:
        assert not size_on(asked, where, sizing.gpus - where.per_node).fits


POSITIVE = st.floats(1e-3, 1e18)


@given(
    st.sampled_from([gpu.name for gpu in load().gpus()]),
    st.sampled_from(["train", "serve"]),
    st.sampled_from(["resnet-50", "vit-l-16", "vit-h-14"]),
    st.integers(1, 64),
    st.integers(1, 4096),
    st.sampled_from(["fp32", "tf32", "fp16", "bf16"]),
    st.sampled_from([1, 3, 8]),
)
def test_no_figure_of_images_is_negative_or_no_number(
    gpu: str, task: str, name: str, tiles: int, batch: int, precision: str, gpus: int
) -> None:
    part = {"task": task, "model": name, "image_size": 112 * tiles, "batch": batch, "precision": precision}
    sizing = size_on(workload(vision={**part, "images": 1e6}), accelerator(gpu), gpus)
    assert [value for value in figures(sizing) if not isfinite(value) or value < 0] == []


@given(
    st.sampled_from(["p3dn.24xlarge", "p4d.24xlarge", "g5.xlarge"]), st.integers(1, 64), POSITIVE, POSITIVE, POSITIVE
)
def test_no_figure_of_a_simulation_is_negative_or_no_number(
    on: str, ranks: int, flop: float, moved: float, halo: float
) -> None:
    part = {"ranks": ranks, "memory_gib": 4, "flop_per_step": flop, "bytes_per_step": moved, "halo_mib": halo}
    sizing = size_on(workload(science={**part, "steps": 1000}), accelerator(on), ranks)
    assert [value for value in figures(sizing) if not isfinite(value) or value < 0] == []
    if sizing.job_seconds:
        assert 0 < sizing.job_seconds.low <= sizing.job_seconds.expected <= sizing.job_seconds.high


def test_a_frozen_base_is_held_whole_where_it_fits_and_adapters_alone_travel() -> None:
    lora = {"model": "llama-3.1-8b", "tokens": 1e9, "method": "lora"}
    sizing = size(workload(fine_tune=lora), "p4de.24xlarge")
    assert (sizing.layout.strategy, sizing.layout.data, sizing.layout.tensor) == ("ddp", 8, 1)
    assert sizing.layout.why == "holds the base whole, so adapters alone travel"
    # Rank 16 on q and o (4,096 x 4,096) and on k and v (4,096 x 1,024) of 32 layers.
    adapters = 32 * 16 * (2 * (4096 + 4096) + 2 * (4096 + 1024))
    assert adapters == 13_631_488
    moved = 2 * adapters * 7 / 8 * 2  # reduced and gathered, on a ring of eight, in 16 bits
    steps = 1e9 / (8 * 4096)
    times = {part.name: part.seconds.expected for part in sizing.durations}
    assert times["traffic between GPUs"] == pytest.approx(moved / (300e9 * 0.75) * steps)
    assert sizing.needs.interconnect == "pcie"


def test_a_frozen_base_that_no_gpu_holds_is_shared() -> None:
    lora = {"model": "llama-3.1-70b", "tokens": 1e9, "method": "lora"}
    assert size(workload(fine_tune=lora), "p5.48xlarge").layout.strategy == "fsdp"


def test_all_weights_are_shared_as_all_of_them_travel() -> None:
    full = {"model": "gpt-2", "tokens": 1e9, "method": "full", "sequence_length": 1024}
    assert size(workload(fine_tune=full), "p4de.24xlarge").layout.strategy == "fsdp"


def test_a_batch_is_halved_until_it_fits() -> None:
    # ResNet-50 in fp16 keeps 2 x 11.1 million numbers of 2 bytes an image, and holds 3 x 224 x 224 of 4: 45 MB, 47.3 MB
    # with the allocator's 5 %. A T4 with 13.7 GB to use holds 256 images (12.1 GB) and not 512 (24.2 GB).
    vision = {"task": "train", "model": "resnet-50", "images": 1e6, "batch": 4096}
    assert size(workload(vision=vision), "T4", 1).remedies == ("`batch` 256 instead of 4096",)


def test_a_smaller_micro_batch_makes_up_the_global_batch() -> None:
    # 9, then 4 that 27 sequences can't be made of, so 3.
    train = {"model": "gpt-2-medium", "tokens": 1e9, "sequence_length": 1024, "micro_batch": 9, "global_batch": 27}
    sizing = size(workload(train={**train, "recomputation": "none"}), "T4", 1)
    assert not sizing.fits
    assert [remedy for remedy in sizing.remedies if "micro_batch" in remedy] == ["`micro_batch` 3 instead of 9"]


def test_conversations_are_halved_until_they_fit() -> None:
    # Of llama-3.1-8b each holds 8,192 tokens of 131,072 bytes, 1.07 GB. An A100 has 68.7 GB to use, 52 of them beside
    # weights of 16.1: 64 don't fit, 32 do.
    served = {"model": "llama-3.1-8b", "concurrency": 1024}
    sizing = size(workload(serve=served), "A100-80GB", 1)
    assert [remedy for remedy in sizing.remedies if "concurrency" in remedy] == ["`concurrency` 32 instead of 1024"]


def test_ranks_are_parted_until_they_fit() -> None:
    science = {"ranks": 4, "memory_gib": 500, "flop_per_step": 1e12, "bytes_per_step": 1e12, "steps": 10}
    # 500 GiB, 250 and 125: 134 GB, beside 1 GB of a context in the 230 GB that a B300 has to use.
    assert size(workload(science=science), "p6-b300.48xlarge").remedies == ("4 times the ranks, of 125 GiB each",)


def test_short_steps_wait_for_the_optimizer() -> None:
    # 16 tokens a step of 8.03e9 parameters: 6 FLOP each at 40 % of 2,250 TFLOPS are 0.86 ms, and 16 bytes of states
    # read and written at 80 % of 8 TB/s 40 ms.
    train = {"model": "llama-3.1-8b", "tokens": 1.6e6, "sequence_length": 16, "micro_batch": 1}
    sizing = size(workload(train=train), "B300", 1)
    parameters = 8_030_261_248
    times = {part.name: part.seconds.expected for part in sizing.durations}
    assert times["compute"] == pytest.approx(6 * parameters * 1.6e6 / (2250e12 * 0.4))
    assert sizing.job_seconds
    assert sizing.job_seconds.expected == pytest.approx(1e5 * 2 * 16 * parameters / (8e12 * 0.8))
    assert sizing.job_seconds.expected > 40 * times["compute"]


def test_a_pipeline_fills_and_empties() -> None:
    # Four stages and eight micro-batches of a copy: a step takes 1 + 3/8 times its work; in two chunks 1 + 3/16.
    train = {"model": "llama-3.1-8b", "tokens": 1e9, "global_batch": 16, "recomputation": "full"}
    plain, halves = (
        size(workload(train={**train, "parallel": {"pipeline": 4, "interleave": chunks}}), "p5.48xlarge", 8)
        for chunks in (1, 2)
    )
    work = 8 * 8_030_261_248 * 1e9 / (8 * 989e12 * 0.4)
    assert plain.durations[0].seconds.expected == pytest.approx(work * 11 / 8)
    assert halves.durations[0].seconds.expected == pytest.approx(work * 19 / 16)
    told = "GPUs are idle 27% of a step, as there are 16 sequences a step over 2 copies of the model of 4 stages"
    assert told in plain.assumptions
    assert plain.flops == pytest.approx(8 * 8_030_261_248 * 1e9)


def test_gpus_beyond_a_steps_sequences_make_nothing_faster() -> None:
    # 12 sequences: one at a time on each of 16 GPUs leaves four without work, and 32 are no faster than 16.
    train = {"model": "gpt-2", "tokens": 1e9, "sequence_length": 1024, "global_batch": 12, "recomputation": "none"}
    eight, sixteen, many = (size(workload(train=train), "p5.48xlarge", gpus) for gpus in (8, 16, 32))
    seconds = [sizing.durations[0].seconds.expected for sizing in (eight, sixteen, many)]
    assert seconds == pytest.approx([2 * seconds[1], seconds[1], seconds[1]])
    assert seconds[1] == pytest.approx(6 * 124_439_808 * 1e9 / (12 * 989e12 * 0.4))
    assert "GPUs are idle 25% of a step, as there are 12 sequences a step over 16 copies of the model" in (
        sixteen.assumptions
    )
