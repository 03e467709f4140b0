"""Sizings that no published case is of, each worked out by hand from the formula that its component names."""

from __future__ import annotations

from typing import Any

import pytest

from rackguard.sizing.read_workload import parse
from rackguard.sizing.size import accelerator, size_on
from rackguard.sizing.sizing import Sizing

BILLION = 1e9
P8, P70, P405 = 8.030 * BILLION, 70.554 * BILLION, 405.85 * BILLION
"""Parameters of Llama 3.1."""
MISTRAL = 7.242 * BILLION
MIXTRAL, ACTIVE, EXPERTS = 46.703 * BILLION, 12.879 * BILLION, 32 * 8 * 3 * 4096 * 14336


def sized(on: str, gpus: int, **given: Any) -> Sizing:
    work, problems = parse(given)
    assert problems == []
    assert work is not None
    return size_on(work, accelerator(on), gpus)


def train(model: str = "llama-3.1-8b", tokens: float = 1e9, **more: Any) -> dict[str, Any]:
    return {"train": {"model": model, "tokens": tokens, **more}}


def part(sizing: Sizing, name: str) -> float:
    return sum(component.bytes for component in sizing.components if component.name == name)


@pytest.mark.parametrize(
    ("work", "gpus", "by_hand"),
    [
        (train(parallel={"strategy": "ddp"}), 1, P8 * (2 + 2 + 12)),
        (train(parallel={"strategy": "zero-1"}), 8, P8 * (2 + 2 + 12 / 8)),
        (train("llama-3.1-70b", parallel={"strategy": "zero-2"}), 16, P70 * (2 + 14 / 16)),
        (train("llama-3.1-70b", parallel={"strategy": "zero-3"}, optimizer="sgd"), 64, P70 * (2 + 2 + 4 + 4) / 64),
        (train("mistral-7b", parallel={"strategy": "ddp"}, precision="fp32"), 1, MISTRAL * (4 + 4 + 8)),
        (train("mistral-7b", parallel={"strategy": "ddp"}, optimizer="adamw-8bit"), 2, MISTRAL * (2 + 2 + 4 + 2)),
        (
            train("llama-3.1-405b", parallel={"strategy": "zero-1", "tensor": 8, "pipeline": 16}),
            1024,
            P405 / 128 * (4 + 12 / 8),
        ),
        (
            train("mixtral-8x7b", parallel={"strategy": "ddp", "expert": 8}),
            8,
            16 * (MIXTRAL - EXPERTS + EXPERTS / 8),
        ),
    ],
)
def test_states(work: dict[str, Any], gpus: int, by_hand: float) -> None:
    sizing = sized("H200-SXM", gpus, **work)
    states = sum(part(sizing, name) for name in ("weights", "gradients", "optimizer states"))
    assert states == pytest.approx(by_hand, rel=0.002)


@pytest.mark.parametrize(
    ("more", "gpus", "by_hand"),
    [
        # s·b·h a block and layer, times 12 + 4·k/a + 8·f/h, and 4·a·s·b of the softmax: 44 GB.
        (
            {"sequence_length": 2048, "micro_batch": 4, "recomputation": "none", "parallel": {"strategy": "ddp"}},
            1,
            32 * 2048 * 4 * 4096 * (12 + 4 * 8 / 32 + 8 * 3.5 + 4 * 32 / 4096),
        ),
        # A block's input alone, two bytes.
        (
            {"sequence_length": 2048, "micro_batch": 4, "recomputation": "full", "parallel": {"strategy": "ddp"}},
            1,
            32 * 2048 * 4 * 4096 * 2,
        ),
        # Without sequence parallel 6 of the bytes are whole on every GPU.
        (
            {
                "sequence_length": 8192,
                "recomputation": "none",
                "parallel": {"strategy": "ddp", "tensor": 4, "sequence": False},
            },
            4,
            32 * 8192 * 4096 * (6 + (12 + 1 + 28 - 6 + 4 * 32 / 4096) / 4),
        ),
    ],
)
def test_activations(more: dict[str, Any], gpus: int, by_hand: float) -> None:
    assert part(sized("H200-SXM", gpus, **train(**more)), "activations") == pytest.approx(by_hand)


@pytest.mark.parametrize(
    ("serve", "on", "gpus", "by_hand"),
    [
        ({"model": "llama-3.1-8b", "concurrency": 10, "context": 4096}, "H200-SXM", 1, 2 * 32 * 8 * 128 * 2 * 40960),
        (
            {"model": "llama-3.1-70b", "concurrency": 16, "context": 32768, "cache": "fp8", "tensor": 4},
            "H200-SXM",
            4,
            2 * 80 * 8 * 128 * 32768 * 16 / 4,
        ),
        # MLA keeps 512 + 64 numbers a layer and token, whole on every GPU.
        ({"model": "deepseek-v3", "context": 10000, "tensor": 8}, "B300", 8, 61 * 576 * 2 * 10000),
    ],
)
def test_keys_and_values(serve: dict[str, Any], on: str, gpus: int, by_hand: float) -> None:
    assert part(sized(on, gpus, serve=serve), "keys and values") == pytest.approx(by_hand)


@pytest.mark.parametrize(
    ("work", "on", "gpus", "seconds"),
    [
        # 8·P·T at 40 % of 989 TFLOPS; of experts those that a token goes through.
        (train(tokens=1e12, recomputation="full"), "H100-SXM", 64, 8 * P8 * 1e12 / (64 * 989e12 * 0.4)),
        (
            train("mixtral-8x7b", tokens=1e12, recomputation="none"),
            "H100-SXM",
            64,
            6 * ACTIVE * 1e12 / (64 * 989e12 * 0.4),
        ),
        # The roofline: 0.21 s of FLOP at half of 9.7 TFLOPS, 0.06 s of memory; and the other way round.
        (
            {"science": {"ranks": 8, "memory_gib": 9, "flop_per_step": 1e12, "bytes_per_step": 1e11, "steps": 1000}},
            "A100-80GB",
            8,
            1000 * 1e12 / (9.7e12 * 0.5),
        ),
        (
            {"science": {"ranks": 8, "memory_gib": 9, "flop_per_step": 1e11, "bytes_per_step": 1e12, "steps": 1000}},
            "A100-80GB",
            8,
            1000 * 1e12 / (2.039e12 * 0.8),
        ),
        # Three passes of 4.09 GMAC at 19 % of 312 TFLOPS.
        (
            {"vision": {"task": "train", "model": "resnet-50", "images": 1281167, "epochs": 90}},
            "A100-80GB",
            8,
            1281167 * 90 * 3 * 2 * 4.09e9 / (8 * 312e12 * 0.19),
        ),
    ],
)
def test_time(work: dict[str, Any], on: str, gpus: int, seconds: float) -> None:
    job = sized(on, gpus, **work).job_seconds
    assert job is not None
    assert job.expected == pytest.approx(seconds, rel=0.002)


def test_a_token_of_one_conversation_takes_as_long_as_its_bytes_are_read() -> None:
    """Weights but the input table, and the cache at the middle of the answer, at 65 % of 864 GB/s."""
    sizing = sized("L40S", 1, serve={"model": "mistral-7b", "context": 4096})
    (token,) = [each.seconds.expected for each in sizing.durations if each.name == "a token"]
    read = 2 * (MISTRAL - 32000 * 4096) + 2 * 32 * 8 * 128 * 2 * 3072
    assert token == pytest.approx(read / (864e9 * 0.65), rel=0.002)


def test_adapters_take_four_flops_a_parameter_and_are_all_that_is_saved() -> None:
    tune = {"model": "mistral-7b", "method": "lora", "rank": 8, "tokens": 1e9, "recomputation": "none"}
    sizing = sized("H100-SXM", 8, fine_tune=tune)
    adapters = 32 * 8 * (2 * (4096 + 4096) + 2 * (4096 + 1024))
    assert sizing.flops == pytest.approx(4 * MISTRAL * 1e9, rel=0.002)
    assert sizing.needs.checkpoint_bytes == 12 * adapters
    assert sizing.needs.checkpoint_seconds == pytest.approx(12 * adapters / 1.2e9)


def test_sharded_weights_cross_the_network_three_times_a_step() -> None:
    """3·P numbers of two bytes, 15 of 16 parts of them, over 400 GB/s a node of which 75 % come through."""
    sizing = sized("p5.48xlarge", 16, **train(parallel={"strategy": "zero-3"}))
    (traffic,) = [each.seconds.expected for each in sizing.durations if each.name == "traffic between GPUs"]
    steps = 1e9 / (16 * 4096)
    assert traffic == pytest.approx(steps * 3 * P8 * 2 * 15 / 16 / (400e9 * 0.75), rel=0.002)
