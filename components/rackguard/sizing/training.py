"""A sizing of training: memory, time and needs on so many GPUs."""

from __future__ import annotations

from math import ceil

from rackguard.record import record
from rackguard.sizing import communication
from rackguard.sizing.accelerator import Accelerator
from rackguard.sizing.checkpoint_size import resume_bytes, write_seconds
from rackguard.sizing.compute import causal_attention, per_parameter
from rackguard.sizing.layouts import layouts
from rackguard.sizing.needs import CORES_PER_GPU, PCIE, interconnect, ram_bytes, token_rate
from rackguard.sizing.sharding import STAGE
from rackguard.sizing.sizing import Component, Duration, Layout, Needs, Range, Rate, Sizing
from rackguard.sizing.training_memory import ADAPTER, adapters, method_of, trained_bytes, training_memory
from rackguard.sizing.training_time import Efficiency, pipeline_bubble, run_efficiency
from rackguard.sizing.workload import FineTune, Train, Workload

CALIBRATED = 8192
"""Tokens of a sequence up to which attention is inside the efficiency: published runs had 2,048 to 8,192."""
SMALL = 0.005
"""Share of a step that isn't worth a word."""
MEMORY = Efficiency(0.6, 0.8, 0.9, "of the memory's bandwidth (assumed of streams)")


def size_training(workload: Workload, train: Train | FineTune, where: Accelerator, gpus: int) -> Sizing:
    """The sizing with the first layout that fits, else with the one that takes the least memory."""
    usable = where.memory * (1 - workload.free_share)
    layout, components = _chosen(train, where, gpus, usable)
    total = sum(component.bytes for component in components)
    step = _step(train, layout, where, gpus)
    steps = train.tokens / step.tokens
    job = _job(step, steps)
    missing = _missing(train, where)
    checkpoint, nodes = _checkpoint(train), ceil(gpus / where.per_node)
    rate = Range(*(train.tokens / seconds for seconds in (job.high, job.expected, job.low))) if job else None
    data = workload.data.size_gib * 2**30 if workload.data else None
    return Sizing(
        task="fine_tune" if isinstance(train, FineTune) else "train",
        model=train.named,
        on=where.name,
        gpu=where.gpu.name if where.gpu else where.name,
        gpus=gpus,
        nodes=nodes,
        layout=layout,
        components=components,
        memory_bytes=where.memory,
        free_share=workload.free_share,
        remedies=(),
        durations=_durations(train, step, steps),
        job_seconds=job,
        rate=Rate("tokens", rate, "training_time", run_efficiency(train.precision).words) if rate else None,
        flops=step.flops * steps,
        unmet=(),
        missing=missing,
        assumptions=_assumptions(train, layout, where, nodes),
        needs=Needs(
            gpus=gpus,
            memory_bytes_per_gpu=total / (1 - workload.free_share),
            precision=train.precision,
            interconnect=interconnect(
                gpus=gpus,
                per_node=where.per_node,
                tensor=layout.tensor,
                traffic=step.traffic,
                tensor_traffic=step.tensor_traffic,
                compute_seconds=step.compute.expected if step.compute else None,
            ),
            gpus_per_node=layout.tensor,
            cores_per_gpu=CORES_PER_GPU,
            ram_bytes_per_node=ram_bytes(where, gpus),
            read_bytes_per_second=token_rate(rate.high, data, job.low) if rate and job else None,
            checkpoint_bytes=checkpoint,
            checkpoint_seconds=write_seconds(checkpoint, nodes),
        ),
    )


def _chosen(
    train: Train | FineTune, where: Accelerator, gpus: int, usable: float
) -> tuple[Layout, tuple[Component, ...]]:
    """The first layout that fits; else the one that takes the least."""
    tried: list[tuple[float, Layout, tuple[Component, ...]]] = []
    for layout in layouts(train, where, gpus):
        components = training_memory(train, layout, gpus)
        total = sum(component.bytes for component in components)
        if total <= usable:
            return layout, components
        tried.append((total, layout, components))
    _, layout, components = min(tried, key=lambda one: one[0])
    return layout, components


@record
class Step:
    """One step over the whole batch."""

    tokens: float
    flops: float
    compute: Range | None
    optimizer: Range | None
    network: Range | None
    traffic: float
    """Bytes of data-parallel traffic of a GPU."""
    tensor_traffic: float


def _step(train: Train | FineTune, layout: Layout, where: Accelerator, gpus: int) -> Step:
    sequences = _sequences(train, layout)
    tokens = float(sequences * train.sequence_length)
    flops = tokens * flops_per_token(train, layout)
    peak = where.peak(train.precision)
    wait = _waiting(train, layout)
    compute = run_efficiency(train.precision).over(flops * wait / (gpus * peak * 1e12)) if peak else None
    traffic, tensor_traffic = _traffic(train, layout, sequences)
    states = _updated_bytes(train, layout)
    optimizer = MEMORY.over(2 * states / where.bandwidth) if where.bandwidth else None
    return Step(
        tokens,
        flops,
        compute,
        optimizer,
        _network(where, layout, gpus, traffic, tensor_traffic),
        traffic,
        tensor_traffic,
    )


def _sequences(train: Train | FineTune, layout: Layout) -> int:
    """Of a step over all GPUs."""
    return train.global_batch or train.micro_batch * layout.data


def _micro_batches(train: Train | FineTune, layout: Layout) -> int:
    """Of a step, one after the other on each copy of the model."""
    return max(ceil(_sequences(train, layout) / layout.data / train.micro_batch), 1)


def _waiting(train: Train | FineTune, layout: Layout) -> float:
    """How much longer a step takes than its work, for GPUs without a sequence and for a pipeline to fill; 1 or more."""
    micro = _micro_batches(train, layout)
    left_out = micro * train.micro_batch * layout.data / _sequences(train, layout)
    chunks = train.parallel.interleave if train.parallel else 1
    return left_out * (1 + pipeline_bubble(layout.pipeline, micro, chunks))


def flops_per_token(train: Train | FineTune, layout: Layout) -> float:
    """FLOPs of a token as published efficiencies count them: per parameter, and attention beyond 8,192 tokens."""
    shape, counts, method = train.of, train.counts, method_of(train)
    share = 0.5 if shape.kind in ("encoder-decoder", "speech") else 1.0
    long = causal_attention(shape, train.sequence_length)
    long -= causal_attention(shape, min(train.sequence_length, CALIBRATED))
    each = per_parameter(method, layout.recomputation)  # pyright: ignore[reportArgumentType]
    return share * each * counts.active + long * (4 / 3 if layout.recomputation != "none" else 1.0)


def _updated_bytes(train: Train | FineTune, layout: Layout) -> float:
    """Bytes that the optimizer reads, and writes, on one GPU in a step."""
    shared = layout.tensor * layout.pipeline * (layout.data if STAGE[layout.strategy] >= 1 else 1)  # pyright: ignore[reportArgumentType]
    return _updated(train) / shared


def _updated(train: Train | FineTune) -> float:
    added = adapters(train)
    return added * ADAPTER.total if added else train.counts.total * trained_bytes(train).total


def _traffic(train: Train | FineTune, layout: Layout, sequences: int) -> tuple[float, float]:
    """Bytes that a GPU moves in a step: for data parallel, and inside a block."""
    shape, counts = train.of, train.counts
    stage, width = STAGE[layout.strategy], 2.0  # pyright: ignore[reportArgumentType]
    own = sequences / layout.data * train.sequence_length
    micro = _micro_batches(train, layout)
    shared = (counts.total - counts.expert + counts.expert / layout.expert) / (layout.tensor * layout.pipeline)
    moved = communication.data_parallel(shared, stage, layout.data, micro)
    if added := adapters(train):
        frozen = 2 * shared * micro * (layout.data - 1) / layout.data if stage >= 3 else 0.0
        moved = frozen + communication.data_parallel(added, min(stage, 2), layout.data)
    if shape.experts:
        moved += communication.expert_parallel(
            shape.expert_layers, shape.hidden, int(own), shape.experts.active, layout.expert
        )
    inside = communication.tensor_parallel(shape.layers, shape.hidden, int(own), layout.tensor)
    inside += communication.pipeline_parallel(shape.hidden, int(own), layout.pipeline)
    return moved * width, inside * width


def _network(where: Accelerator, layout: Layout, gpus: int, traffic: float, inside: float) -> Range | None:
    """Seconds of a step's traffic. What several GPUs of a node need comes over its network once."""
    local = where.nvlink / 2 or PCIE
    if gpus == 1:
        return None
    if gpus <= where.per_node:
        return communication.LINE_RATE.over((traffic + inside) / local)
    if where.network is None:
        return None
    parts = min(layout.tensor * layout.pipeline, where.per_node)  # of the model in a node: each has traffic of its own
    return communication.LINE_RATE.over(traffic * parts / where.network + inside / local)


def _job(step: Step, steps: float) -> Range | None:
    """Published efficiencies hold traffic behind compute, of memory as between GPUs, so the slowest counts."""
    if step.compute is None:
        return None
    parts = [part for part in (step.compute, step.optimizer, step.network) if part]
    return Range(
        max(part.low for part in parts), max(part.expected for part in parts), max(part.high for part in parts)
    ).times(steps)


def _durations(train: Train | FineTune, step: Step, steps: float) -> tuple[Duration, ...]:
    found = [
        ("compute", step.compute, "training_time", run_efficiency(train.precision).words),
        ("optimizer's memory traffic", step.optimizer, "bytes_per_parameter", MEMORY.words),
        ("traffic between GPUs", step.network, "communication", communication.LINE_RATE.words),
    ]
    return tuple(Duration(name, time.times(steps), formula, source) for name, time, formula, source in found if time)


def _checkpoint(train: Train | FineTune) -> float:
    """Bytes to go on from; of adapters alone where the base is frozen."""
    added = adapters(train)
    return resume_bytes(added, ADAPTER) if added else resume_bytes(train.counts.total, trained_bytes(train))


def _missing(train: Train | FineTune, where: Accelerator) -> tuple[str, ...]:
    if where.peak(train.precision) is None:
        return (where.without_peak(train.precision),)
    return ()


def _assumptions(train: Train | FineTune, layout: Layout, where: Accelerator, nodes: int) -> tuple[str, ...]:
    found: list[str] = []
    if (idle := 1 - 1 / _waiting(train, layout)) > SMALL:
        shared = f"{_sequences(train, layout):,} sequences a step over {layout.data:,} copies of the model"
        stages = f" of {layout.pipeline} stages" if layout.pipeline > 1 else ""
        found.append(f"GPUs are idle {idle:.0%} of a step, as there are {shared}{stages}")
    if train.precision in ("fp8", "fp4"):
        found.append(f"weights and gradients are kept in 16 bits and multiplied in {train.precision}")
    if nodes > 1 and where.network is None:
        found.append("the network between nodes keeps up: only a GPU was named")
    if train.global_batch is None:
        found.append("a step is one micro-batch on every GPU")
    if train.of.vocabulary == 0:
        found.append("no vocabulary was given: tables and logits are left out")
    return tuple(found)
