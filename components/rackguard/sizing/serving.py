"""A sizing of a served language model: memory, speed and needs."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from rackguard.record import record
from rackguard.sizing import inference
from rackguard.sizing.accelerator import Accelerator
from rackguard.sizing.activations import gated_coefficient
from rackguard.sizing.compute import forward_per_token
from rackguard.sizing.kv_cache import cache_bytes
from rackguard.sizing.needs import CORES_PER_GPU, interconnect, ram_bytes
from rackguard.sizing.overhead import framework_bytes
from rackguard.sizing.parameters import Parameters
from rackguard.sizing.precision import BYTES
from rackguard.sizing.sizing import Component, Duration, Interconnect, Layout, Needs, Range, Rate, Sizing
from rackguard.sizing.training_time import Efficiency
from rackguard.sizing.workload import Serve, Workload
from rackguard.sizing.workload_figures import MONTH_HOURS

PREFILL_CHUNK = 8192
"""Tokens of prompts that are worked on at a time: the default of chunked prefill in serving frameworks (assumed)."""
_TENSOR = (1, 2, 4, 8)
_COMPUTED: dict[str, str] = {"fp32": "fp32", "fp16": "fp16", "fp8": "fp8", "int8": "int8"}


def size_serving(workload: Workload, serve: Serve, where: Accelerator, gpus: int) -> Sizing:
    """The sizing with the fewest GPUs a copy that fit; further GPUs hold further copies."""
    usable = where.memory * (1 - workload.free_share)
    copy, components = _chosen(serve, where, gpus, usable)
    total = sum(component.bytes for component in components)
    step, first = _step(serve, where, copy), _first_token(serve, where, copy.tensor)
    rate = None
    if step:
        rate = Range(*(serve.concurrency / each for each in (step.high, step.expected, step.low)))
    return Sizing(
        task="serve",
        model=serve.named,
        on=where.name,
        gpu=where.gpu.name if where.gpu else where.name,
        gpus=gpus,
        nodes=ceil(gpus / where.per_node),
        layout=Layout(
            "copies",
            copy.copies,
            copy.tensor,
            copy.pipeline,
            why=_why(serve),
        ),
        components=components,
        memory_bytes=where.memory,
        free_share=workload.free_share,
        remedies=(),
        durations=tuple(_durations(serve, step, first)),
        job_seconds=Range(*(3 * ((serve.hours or MONTH_HOURS) * 3600,))),
        rate=Rate("tokens", rate, "inference", _efficiency(serve).words) if rate else None,
        flops=None,
        unmet=tuple(_unmet(serve, step, first)),
        missing=tuple(_missing(serve, where)),
        assumptions=(f"prompts are worked on {PREFILL_CHUNK:,} tokens at a time", "conversations are full on average"),
        needs=Needs(
            gpus=gpus,
            memory_bytes_per_gpu=total / (1 - workload.free_share),
            precision=computed_in(serve),
            interconnect=_interconnect(serve, where, copy, step),
            gpus_per_node=min(copy.tensor, where.per_node),
            cores_per_gpu=CORES_PER_GPU,
            ram_bytes_per_node=ram_bytes(where, gpus),
            read_bytes_per_second=None,
            checkpoint_bytes=weights_bytes(serve),
            checkpoint_seconds=None,
        ),
    )


def _why(serve: Serve) -> str:
    held = "the fewest GPUs that hold a copy and its conversations"
    return f"{held}, and are fast enough" if serve.ms_per_token or serve.first_token_ms else held


@record
class Copy:
    """How a copy of the model is spread, and how many there are."""

    tensor: int
    pipeline: int
    copies: int
    conversations: int
    """Of one copy at a time."""


def _copies(serve: Serve, where: Accelerator, gpus: int) -> Iterator[Copy]:
    """Tensor parallel inside a node, and over several nodes a stage in each."""

    def copy(tensor: int, pipeline: int) -> Copy:
        copies = max(gpus // (tensor * pipeline), 1)
        return Copy(tensor, pipeline, copies, ceil(serve.concurrency / copies))

    inside = min(gpus, where.per_node)
    if serve.tensor:
        yield copy(min(serve.tensor, gpus), 1)
        widest = serve.tensor
    else:
        ways = [each for each in _TENSOR if each <= inside and serve.of.heads % each == 0]
        yield from (copy(tensor, 1) for tensor in ways)
        widest = ways[-1]
    for pipeline in range(2, min(gpus // widest, serve.of.layers) + 1):
        yield copy(widest, pipeline)


def _chosen(serve: Serve, where: Accelerator, gpus: int, usable: float) -> tuple[Copy, tuple[Component, ...]]:
    """The smallest copy that fits and meets the targets; else the fastest that fits; else what takes the least."""
    least: tuple[float, Copy, tuple[Component, ...]] | None = None
    late: tuple[float, Copy, tuple[Component, ...]] | None = None
    for copy in _copies(serve, where, gpus):
        components = serving_memory(serve, copy)
        total = sum(component.bytes for component in components)
        if total <= usable:
            off = _off(serve, where, copy)
            if off <= 1:
                return copy, components
            if late is None or off < late[0]:
                late = (off, copy, components)
        if least is None or total < least[0]:
            least = (total, copy, components)
    found = late or least
    assert found is not None  # one GPU a copy at least
    return found[1], found[2]


def computed_in(serve: Serve) -> str:
    """The format of the products: as declared, else the weights' own, 16 bits where those aren't multiplied."""
    if serve.precision:
        return serve.precision
    return {"mxfp4": "fp4", "mxfp8": "fp8", "mxfp6": "fp8"}.get(serve.weights, _COMPUTED.get(serve.weights, "bf16"))


def weights_bytes(serve: Serve) -> float:
    """Bytes of a copy's weights: below 16 bits embedding, head and norms stay in 16."""
    counts = serve.counts
    each = BYTES[serve.weights]
    return counts.blocks * each + (counts.total - counts.blocks) * max(each, 2.0 if each < 2 else each)


def serving_memory(serve: Serve, copy: Copy) -> tuple[Component, ...]:
    """Every component of a GPU's memory; a stage has its part of the layers, and of their caches."""
    shape, conversations = serve.of, copy.conversations
    cache = conversations * cache_bytes(shape, serve.context, BYTES[serve.cache], tensor=copy.tensor) / copy.pipeline
    chunk = min(PREFILL_CHUNK, serve.context * conversations)
    working = chunk * shape.hidden * gated_coefficient(shape) + conversations * shape.vocabulary * 4
    return (
        Component("weights", weights_bytes(serve) / copy.tensor / copy.pipeline, "precision"),
        Component("keys and values", cache, "kv_cache"),
        Component("activations and logits of a step", working / copy.tensor, "activations"),
        Component("framework", framework_bytes(copy.tensor * copy.pipeline), "overhead"),
    )


def _read(counts: Parameters, serve: Serve, conversations: int) -> float:
    """Bytes of weights that a step reads: of experts those that any of the conversations goes through."""
    whole = weights_bytes(serve) - (counts.embedding * 2.0 if counts.head else 0.0)
    experts = serve.of.experts
    if experts is None:
        return whole
    untouched = (1 - experts.active / experts.count) ** conversations
    return whole - counts.expert * BYTES[serve.weights] * untouched


def _step(serve: Serve, where: Accelerator, copy: Copy) -> Range | None:
    """Seconds between two tokens of a conversation.

    It goes through all stages one after the other, which meanwhile work on other conversations.
    """
    peak, bandwidth = where.peak(computed_in(serve)), where.bandwidth
    if peak is None or bandwidth is None:
        return None
    together = ceil(copy.conversations / copy.pipeline)
    middle = serve.context - _answer(serve) // 2
    best = inference.step_seconds(
        _read(serve.counts, serve, together),
        together * cache_bytes(serve.of, middle, BYTES[serve.cache]),
        bandwidth,
        copy.tensor,
        flops=together * forward_per_token(serve.of, middle),
        peak=peak * 1e12,
    )
    return _efficiency(serve).over(best)


def _efficiency(serve: Serve) -> Efficiency:
    return inference.BANDWIDTH if serve.concurrency == 1 else inference.SATURATED


def _answer(serve: Serve) -> int:
    return serve.context - (serve.prompt or serve.context // 2)


def _first_token(serve: Serve, where: Accelerator, tensor: int) -> Range | None:
    """Seconds until an answer begins where nobody else waits: the whole prompt is worked on."""
    peak = where.peak(computed_in(serve))
    if peak is None:
        return None
    prompt = serve.context - _answer(serve)
    flops = prompt * forward_per_token(serve.of, prompt // 2)
    return inference.PREFILL.over(flops / (tensor * peak * 1e12))


def _durations(serve: Serve, step: Range | None, first: Range | None) -> list[Duration]:
    found: list[Duration] = []
    if step:
        found.append(Duration("a token", step, "inference", _efficiency(serve).words))
    if first:
        found.append(Duration("first token", first, "inference", inference.PREFILL.words))
    return found


def _unmet(serve: Serve, step: Range | None, first: Range | None) -> list[str]:
    found: list[str] = []
    for limit, time, name in (
        (serve.ms_per_token, step, "ms_per_token"),
        (serve.first_token_ms, first, "first_token_ms"),
    ):
        if limit and time and time.expected * 1000 > limit:
            often = "at best" if time.low * 1000 > limit else "as expected"
            reached = (time.low if often == "at best" else time.expected) * 1000
            found.append(f"`{name}` of {limit:g} ms is missed: {reached:.3g} ms {often}")
    return found


def _off(serve: Serve, where: Accelerator, copy: Copy) -> float:
    """How many times the expected times are what is asked for, of the worst; 1 or less where all targets are met."""
    times = (
        (serve.ms_per_token, lambda: _step(serve, where, copy)),
        (serve.first_token_ms, lambda: _first_token(serve, where, copy.tensor)),
    )
    reached = [(limit, time()) for limit, time in times if limit]
    return max((time.expected * 1000 / limit for limit, time in reached if time), default=0.0)


def _missing(serve: Serve, where: Accelerator) -> list[str]:
    name, found = where.gpu.name if where.gpu else where.name, list[str]()
    if where.peak(computed_in(serve)) is None:
        found.append(where.without_peak(computed_in(serve)))
    if where.bandwidth is None:
        found.append(f"no memory bandwidth is known of {name}")
    return found


def _interconnect(serve: Serve, where: Accelerator, copy: Copy, step: Range | None) -> Interconnect:
    """Two all-reduces of b·h a block and token, 16 bits; over the border of two stages b·h."""
    numbers = serve.of.hidden * copy.conversations * 2.0
    moved = 2 * 2 * serve.of.layers * numbers * (copy.tensor - 1) / copy.tensor
    return interconnect(
        gpus=copy.tensor * copy.pipeline,
        per_node=where.per_node,
        tensor=copy.tensor,
        traffic=numbers if copy.pipeline > 1 else 0.0,
        tensor_traffic=moved,
        compute_seconds=step.expected if step else None,
    )
