"""Memory of training by hand: activations, sharding of experts, pipelines."""

from __future__ import annotations

from typing import Any

import pytest

from rackguard.sizing.activations import per_block
from rackguard.sizing.models import model
from rackguard.sizing.read_workload import parse
from rackguard.sizing.shape import ModelShape
from rackguard.sizing.size import accelerator, size_on

GIB = 2**30
LLAMA = "llama-3.1-8b"


def shape_of(name: str) -> ModelShape:
    shape = model(name).shape
    assert shape
    return shape


def bytes_of(gpus: int = 1, **train: Any) -> dict[str, float]:
    found, problems = parse({"train": {"tokens": 1e12, **train}})
    assert found, problems
    sizing = size_on(found, accelerator("B300"), gpus)
    return {component.name: component.bytes for component in sizing.components}


def test_a_block_of_llama_keeps_20_copies_of_its_input_and_28_in_eager_pytorch() -> None:
    copy = 2 * 2048 * 4096
    # 12 + 4·k/a + 8·f/h = 41 bytes; the softmax statistics add 4·a/h of a byte.
    assert per_block(shape_of(LLAMA), 2048, 1) == pytest.approx((41 + 4 * 32 / 4096) * copy / 2)
    assert per_block(shape_of(LLAMA), 2048, 1, eager=True) == pytest.approx(28 * copy, rel=0.001)


def test_the_worked_example_of_32k_tokens() -> None:
    # 8 GiB of inputs with everything worked out again, 224 GiB without [stas00/ml-engineering].
    long: dict[str, Any] = {"model": LLAMA, "sequence_length": 32768, "eager": True}
    assert bytes_of(**long, recomputation="full")["activations"] == 8 * GIB
    assert bytes_of(**long, recomputation="none")["activations"] == pytest.approx(224 * GIB, rel=0.001)


def test_scores_are_kept_without_flash_attention() -> None:
    plain = bytes_of(model=LLAMA, sequence_length=4096, recomputation="none", flash_attention=False)
    flash = bytes_of(model=LLAMA, sequence_length=4096, recomputation="none")
    scores = 32 * 5 * 32 * 4096 * 4096
    statistics = 32 * 4 * 32 * 4096
    assert plain["activations"] - flash["activations"] == pytest.approx(scores - statistics)


def test_tensor_parallel_leaves_norms_whole_without_sequence_parallel() -> None:
    whole = 4096 * 4096
    alone = per_block(shape_of(LLAMA), 4096, 1)
    shared = per_block(shape_of(LLAMA), 4096, 1, tensor=8)
    assert shared == pytest.approx(6 * whole + (alone - 6 * whole) / 8)
    assert per_block(shape_of(LLAMA), 4096, 1, tensor=8, sequence_parallel=True) == pytest.approx(alone / 8)


def test_logits_are_shared_by_tensor_parallel_and_not_on_the_first_stage_of_a_pipeline() -> None:
    one = 3.5 * 4 * 4096 * 128256
    train: dict[str, Any] = {"model": LLAMA, "sequence_length": 4096, "recomputation": "none"}
    assert bytes_of(**train)["logits and loss"] == one
    assert bytes_of(4, **train, parallel={"tensor": 4})["logits and loss"] == one / 4
    assert "logits and loss" not in bytes_of(4, **train, parallel={"pipeline": 4})


def test_a_pipelines_first_stage_keeps_as_much_as_all_layers_and_more_when_interleaved() -> None:
    train: dict[str, Any] = {"model": LLAMA, "recomputation": "none"}
    alone = bytes_of(**train)["activations"]
    assert bytes_of(4, **train, parallel={"pipeline": 4})["activations"] == alone
    interleaved = bytes_of(4, **train, parallel={"pipeline": 4, "interleave": 2})["activations"]
    assert interleaved == pytest.approx(alone * (1 + 3 / 8))


def test_experts_are_divided_by_expert_parallel() -> None:
    mixtral = shape_of("mixtral-8x7b")
    expert = 32 * 8 * 3 * 4096 * 14336
    rest = 46_702_792_704 - expert
    assert mixtral.experts
    ddp = {"strategy": "ddp", "expert": 8}
    assert bytes_of(8, model="mixtral-8x7b", parallel=ddp)["weights"] == 2 * (rest + expert / 8)
    # Sharding reaches the same, whether experts are first divided or not.
    sharded = bytes_of(8, model="mixtral-8x7b", parallel={"strategy": "zero-3", "expert": 8})
    assert sharded["weights"] == pytest.approx(2 * 46_702_792_704 / 8)


@pytest.mark.parametrize(
    ("precision", "optimizer", "gradients", "expected"),
    [
        ("bf16", "adamw", "as-weights", (2, 2, 12)),
        ("bf16", "adamw", "fp32", (2, 4, 12)),
        ("fp16", "adamw", "both", (2, 6, 12)),
        ("fp32", "adamw", "as-weights", (4, 4, 8)),
        ("fp32", "adamw-bf16-states", "as-weights", (4, 4, 4)),
        ("bf16", "adamw-8bit", "as-weights", (2, 2, 6)),
        ("bf16", "sgd", "fp32", (2, 4, 8)),
        ("fp8", "adamw", "as-weights", (2, 2, 12)),
    ],
)
def test_bytes_of_each_parameter(
    precision: str, optimizer: str, gradients: str, expected: tuple[int, int, int]
) -> None:
    found = bytes_of(model="gpt-2", precision=precision, optimizer=optimizer, gradients=gradients)
    states = (found["weights"], found["gradients"], found["optimizer states"])
    assert states == tuple(124_439_808 * each for each in expected)


@pytest.mark.parametrize(
    ("precision", "gradients", "whole", "shared"),
    [("fp16", "both", 4, 16), ("bf16", "fp32", 6, 12), ("fp32", "fp32", 8, 8)],
)
def test_a_distributed_optimizer_is_as_megatron_says(precision: str, gradients: str, whole: int, shared: int) -> None:
    parallel = {"strategy": "zero-1"}
    found = bytes_of(8, model="gpt-2", precision=precision, gradients=gradients, parallel=parallel)
    states = found["weights"] + found["gradients"] + found["optimizer states"]
    assert states == pytest.approx(124_439_808 * (whole + shared / 8))


def test_fsdp_holds_the_unit_in_flight_and_one_that_comes() -> None:
    # The largest unit is a table, 128,256 x 4,096: two of them in 16 bits, and the gradient of one.
    assert bytes_of(8, model=LLAMA, parallel={})["gathered weights"] == 3 * 2 * 128256 * 4096
    assert "gathered weights" not in bytes_of(8, model=LLAMA, parallel={"strategy": "zero-1"})
