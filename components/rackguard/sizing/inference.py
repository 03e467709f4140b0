"""Speed of a served model: a roofline of memory bandwidth and compute.

A decode step reads the weights once and each conversation's cache: step >= B·cache/BW + max(2·P·B/FLOPs, weights/BW)
[jax-ml scaling-book, inference]. Reached with one conversation on an A100: 0.64 to 0.72 of the bandwidth with 16-bit
weights, 0.40 to 0.53 with fewer bits or eight GPUs [gpt-fast]. Saturated serving reaches 0.45 to 0.65 of the ceiling
on one GPU, 0.29 on eight [TensorRT-LLM perf-overview]. Prefill is bound by compute, 2·P a token.
"""

from __future__ import annotations

from rackguard.record import record
from rackguard.sizing.training_time import Efficiency

BANDWIDTH = Efficiency(0.40, 0.65, 0.72, "of the roofline (gpt-fast on A100-80GB, one conversation)")
SATURATED = Efficiency(0.29, 0.57, 0.65, "of the roofline (TensorRT-LLM perf-overview, H100 and H200)")
PREFILL = Efficiency(0.35, 0.50, 0.60, "of the peak (assumed: as in a training loop's forward pass)")

RESERVED = 0.90
"""Share of a GPU's memory that serving frameworks fill by default [TensorRT-LLM benchmark notes]."""


def weights_read(multiplied: float, bits: float) -> float:
    """Bytes of weights that a token reads: all but the input table."""
    return multiplied * bits / 8


def decode_bandwidth(multiplied: float, bits: float, tokens_per_s: float, gpus: int = 1) -> float:
    """Bytes a second of weights that each GPU reads at a measured speed of one conversation."""
    return weights_read(multiplied, bits) * tokens_per_s / gpus


def decode_ceiling(multiplied: float, bits: float, bytes_per_s: float, gpus: int = 1) -> float:
    """Tokens a second of one conversation at full bandwidth: no run is faster."""
    return gpus * bytes_per_s / weights_read(multiplied, bits)


def step_seconds(
    weights: float, cache: float, bytes_per_s: float, gpus: int = 1, *, flops: float = 0.0, peak: float = 1.0
) -> float:
    """Seconds of a decode step: the cache is read, and the weights read or multiplied, whichever takes longer.

    `weights` and `cache` in bytes over all GPUs, `flops` of the whole batch, `peak` in FLOP/s of a GPU.
    """
    return cache / (gpus * bytes_per_s) + max(flops / (gpus * peak), weights / (gpus * bytes_per_s))


def batch_by_memory(
    memory: float, weights: float, cache_per_token: float, tokens: int, reserved: float = RESERVED
) -> float:
    """Conversations of `tokens` whose cache fits beside the weights; 0 where the weights don't."""
    return max(0.0, (memory * reserved - weights) / (cache_per_token * tokens))


@record
class Turn:
    """Tokens of a prompt and of its answer."""

    prompt: int
    output: int


def throughput_ceiling(
    *,
    weights: float,
    cache_per_token: float,
    turn: Turn,
    memory: float,
    bytes_per_s: float,
    gpus: int = 1,
    multiplied: float = 0.0,
    peak: float = 1.0,
) -> float:
    """Output tokens a second with memory full of cache: no run is faster.

    The lower of what bandwidth allows and, where `multiplied` parameters and `peak` FLOP/s of a GPU are given, what
    compute allows, prompts included. `memory` and `bytes_per_s` of one GPU. A conversation is on average half-way
    through its output.
    """
    batch = round(batch_by_memory(memory * gpus, weights, cache_per_token, turn.prompt + turn.output))
    step = step_seconds(weights, batch * cache_per_token * (turn.prompt + turn.output / 2), bytes_per_s, gpus)
    if not multiplied:
        return batch / step
    return min(batch / step, gpus * peak / (2 * multiplied) * turn.output / (turn.prompt + turn.output))


def critical_batch(bytes_per_weight: float, peak: float, bytes_per_s: float) -> float:
    """Conversations from which on decoding is bound by compute: w/2 · peak/BW."""
    return bytes_per_weight / 2 * peak / bytes_per_s
