"""Memory of one GPU in training, by component."""

from __future__ import annotations

from rackguard.sizing.activations import interleaving, per_block
from rackguard.sizing.bytes_per_parameter import BytesPerParameter, bytes_per_parameter
from rackguard.sizing.logits import logits_bytes
from rackguard.sizing.lora import adapter_parameters, quantised_base
from rackguard.sizing.overhead import fragmentation, framework_bytes
from rackguard.sizing.parameters import Parameters
from rackguard.sizing.sharding import STAGE, ModelStates, gathered, model_states, on_one_gpu
from rackguard.sizing.sizing import Component, Layout
from rackguard.sizing.workload import FineTune, Train

ADAPTER = BytesPerParameter(4.0, 4.0, 8.0)
"""LoRA's adapters are in fp32."""


def method_of(train: Train | FineTune) -> str:
    """What is trained: `full`, `lora`, `qlora`."""
    return train.method if isinstance(train, FineTune) else "full"


def trained_bytes(train: Train | FineTune) -> BytesPerParameter:
    """Bytes of each parameter of the base; frozen ones keep their weights alone."""
    each = bytes_per_parameter(train.precision, train.optimizer, train.gradients)
    return each if method_of(train) == "full" else BytesPerParameter(each.weights, 0.0, 0.0)


def adapters(train: Train | FineTune) -> int:
    """Parameters of adapters; 0 where all weights are trained."""
    if isinstance(train, FineTune) and train.method != "full":
        return adapter_parameters(train.of, train.rank, train.targets)
    return 0


def training_memory(train: Train | FineTune, layout: Layout, gpus: int) -> tuple[Component, ...]:
    """Every component of a GPU's memory."""
    states = _states(train, layout)
    found = [
        Component("weights", states.weights, "sharding"),
        Component("gradients", states.gradients, "sharding"),
        Component("optimizer states", states.optimizer, "bytes_per_parameter"),
        Component("gathered weights", _gathered(train, layout), "sharding"),
        *_activations(train, layout),
    ]
    allocated = sum(component.bytes for component in found)
    found += [
        Component("framework", framework_bytes(gpus), "overhead"),
        Component("allocator's slack", fragmentation(allocated), "overhead"),
    ]
    return tuple(component for component in found if component.bytes)


def _states(train: Train | FineTune, layout: Layout) -> ModelStates:
    stage, counts = STAGE[layout.strategy], train.counts  # pyright: ignore[reportArgumentType]
    shared = layout.tensor * layout.pipeline
    added = model_states(adapters(train) / shared, ADAPTER, stage, layout.data)
    if isinstance(train, FineTune) and train.method == "qlora":
        base = quantised_base(counts, double_quantisation=train.double_quantisation).total
        return ModelStates(
            base / shared / (layout.data if stage >= 3 else 1) + added.weights, added.gradients, added.optimizer
        )
    each = trained_bytes(train)
    dense = model_states(on_one_gpu(counts.total - counts.expert, 0, tensor=shared), each, stage, layout.data)
    ranks = max(layout.data // layout.expert, 1)
    own = on_one_gpu(0, counts.expert, tensor=shared, expert_parallel=layout.expert)
    expert = model_states(own, each, stage, ranks)
    return ModelStates(
        dense.weights + expert.weights + added.weights,
        dense.gradients + expert.gradients + added.gradients,
        dense.optimizer + expert.optimizer + added.optimizer,
    )


def _gathered(train: Train | FineTune, layout: Layout) -> float:
    if STAGE[layout.strategy] < 3 or layout.data == 1:  # pyright: ignore[reportArgumentType]
        return 0.0
    return gathered(largest_unit(train.counts, train.of.layers, layout), trained_bytes(train).weights)


def largest_unit(counts: Parameters, layers: int, layout: Layout) -> float:
    """Parameters of the largest unit that is gathered at a time: a block or a table."""
    block = (counts.blocks - counts.expert + counts.expert / layout.expert) / layers
    return max(block, counts.embedding, counts.head) / layout.tensor


def _activations(train: Train | FineTune, layout: Layout) -> list[Component]:
    shape, batch, length = train.of, train.micro_batch, train.sequence_length
    declared = train.parallel
    sequence = layout.tensor > 1 and (declared is None or declared.sequence)
    quantised = isinstance(train, FineTune) and train.method == "qlora"

    def block(recomputation: str) -> float:
        return per_block(
            shape,
            length,
            batch,
            tensor=layout.tensor,
            sequence_parallel=sequence,
            recomputation=recomputation,  # pyright: ignore[reportArgumentType]
            flash_attention=train.flash_attention,
            eager=train.eager,
        )

    kept = shape.layers * block(layout.recomputation)
    kept *= interleaving(layout.pipeline, declared.interleave) if declared else 1.0
    if quantised and layout.recomputation == "full":
        kept *= 2  # the residual stream of k-bit training is fp32
    # The last stage, which has the logits, keeps one micro-batch alone: with a pipeline the first one is the largest.
    logits = 0.0
    if layout.pipeline == 1:
        base = "quantised" if quantised else "plain"
        logits = logits_bytes(length, batch, shape.vocabulary, base, tensor=layout.tensor)
    name = "logits and loss"
    if layout.recomputation == "full":
        # Logits are gone when the first block is worked out again.
        again = block("none")
        name, logits = ("logits and loss", logits) if logits > again else ("a block worked out again", again)
    return [
        Component("activations", kept, "activations"),
        Component(name, logits, "activations" if name.startswith("a block") else "logits"),
    ]
