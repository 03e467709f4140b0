"""A sizing beside the arithmetic of its own formulas written flat, in a process of its own.

    python benchmarks/flat_sizing.py

prints two figures, in microseconds of the processor, each the best of several: the sizing of a 70B model in training on
64 GPUs by the package, and by one function of numbers alone, which comes to the same bytes and seconds.
"""

from __future__ import annotations

import gc
from math import isclose
from time import process_time
from typing import TYPE_CHECKING

from rackguard.catalog.catalog import load
from rackguard.sizing.read_workload import parse
from rackguard.sizing.size import accelerator, size_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from rackguard.sizing.sizing import Sizing

TIMES, EACH = 15, 100
GPUS = 64
TRAIN = {
    "model": "llama-3.1-70b",
    "tokens": 2e9,
    "sequence_length": 8192,
    "recomputation": "full",
    "parallel": {"strategy": "zero-3", "tensor": 8},
}
TYPE = "p5.48xlarge"
LLAMA = (80, 8192, 64, 8, 128, 28672, 128256)
"""Layers, hidden, heads, KV heads, head size, intermediate, vocabulary."""
P5 = (85899345920.0, 989e12, 3.35e12, 900e9, 400e9)
"""Bytes of a GPU, FLOP/s in 16 bits, bytes a second of its memory and NVLink, of the node's network."""


def flat(
    shape: tuple[int, ...], node: tuple[float, ...], tokens: float, length: int, gpus: int, tensor: int, free: float
) -> tuple[float, ...]:
    """Bytes of each component, seconds of each part of the job, and what the job needs: zero-3, full recomputation."""
    layers, hidden, heads, keys, head, wide, vocabulary = shape
    memory, peak, bandwidth, nvlink, network = node
    table = vocabulary * hidden
    block = 2 * hidden * head * (heads + keys) + 3 * hidden * wide
    total = layers * block + layers * 2 * hidden + hidden + 2 * table
    data = gpus // tensor
    shared = total / tensor / data
    weights, gradients, states = 2 * shared, 2 * shared, 12 * shared
    gathered = 3 * 2 * max(layers * block / layers, table) / tensor
    whole = length * hidden
    kept = layers * 2 * whole / tensor
    coefficient = 8 + 4 * heads * head / hidden + 4 * keys * head / hidden + 8 * wide / hidden
    again = whole * (coefficient + 4 * heads / hidden) / tensor
    logits = max(3.5 * 4 * length * vocabulary / tensor, again)
    framework = (0.92 + 1.08) * 2**30
    slack = 0.05 * (weights + gradients + states + gathered + kept + logits)
    used = weights + gradients + states + gathered + kept + logits + framework + slack
    step = data * length
    attention = 6 * layers * (length - 8192) * heads * head * 4 / 3
    flops = step * (8 * total + attention)
    steps = tokens / step
    compute = flops / (gpus * peak)
    traffic = 2 * 3 * total / tensor * (data - 1) / data
    inside = 2 * 4 * layers * length * hidden * 2 * (tensor - 1) / tensor
    talk = traffic * tensor / network + inside / (nvlink / 2)
    update = 2 * total * 16 / (tensor * data) / bandwidth
    low, expected, high = compute / 0.52, compute / 0.40, compute / 0.20
    fast, usual, slow = talk / 0.9, talk / 0.75, talk / 0.5
    first, second, last = update / 0.9, update / 0.8, update / 0.6
    job = (max(low, first, fast) * steps, max(expected, second, usual) * steps, max(high, last, slow) * steps)
    nodes = gpus / 8
    checkpoint = 14 * total
    return (
        *(weights, gradients, states, gathered, kept, logits, framework, slack),
        *(low * steps, expected * steps, high * steps),
        *(first * steps, second * steps, last * steps),
        *(fast * steps, usual * steps, slow * steps),
        *job,
        *(tokens / job[2], tokens / job[1], tokens / job[0]),
        *(flops * steps, used / (1 - free), memory * 8, tokens / job[0] * 4),
        *(checkpoint, checkpoint / (nodes * 1.2e9)),
    )


def figures(sizing: Sizing) -> tuple[float, ...]:
    """The same of a sizing by the package."""
    job, rate, needs = sizing.job_seconds, sizing.rate, sizing.needs
    assert job
    assert rate
    spans = [*(part.seconds for part in sizing.durations), job, rate.per_second]
    found = (
        *(component.bytes for component in sizing.components),
        *(figure for span in spans for figure in (span.low, span.expected, span.high)),
        *(sizing.flops, needs.memory_bytes_per_gpu, needs.ram_bytes_per_node, needs.read_bytes_per_second),
        *(needs.checkpoint_bytes, needs.checkpoint_seconds),
    )
    return tuple(figure or 0.0 for figure in found)


def by_package() -> Callable[[], Sizing]:
    """The sizing, with the workload read and the type looked up."""
    workload, problems = parse({"train": TRAIN})
    assert workload, problems
    where = accelerator(TYPE, load())
    return lambda: size_on(workload, where, GPUS)


def by_hand() -> tuple[float, ...]:
    """The flat arithmetic of the same."""
    return flat(LLAMA, P5, 2e9, 8192, GPUS, 8, 0.2)


def microseconds(work: Callable[[], object]) -> float:
    """What the processor worked for one, the best of several rounds."""
    taken: list[float] = []
    for _ in range(TIMES):
        before = process_time()
        for _ in range(EACH):
            work()
        taken.append((process_time() - before) / EACH * 1e6)
    return min(taken)


def main() -> None:
    """Print both figures, of work that comes to the same."""
    gc.disable()  # as the command runs
    sizing = by_package()
    same = zip(figures(sizing()), by_hand(), strict=True)
    assert all(isclose(one, other, rel_tol=1e-9) for one, other in same)
    print(microseconds(sizing), microseconds(by_hand))


if __name__ == "__main__":
    main()
