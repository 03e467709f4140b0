"""Low-rank adapters on a frozen base, and the base's weights when they are quantised.

Adapters: r·(in + out) for each matrix they adapt, in fp32 with gradient and Adam's moments, 16 bytes [peft, measured in
fitcheck-llm 0.3.1]. QLoRA keeps the linear layers in NF4 and holds embedding, head and norms in fp32.
"""

from __future__ import annotations

from typing import Literal

from rackguard.record import record
from rackguard.sizing.parameters import Parameters
from rackguard.sizing.precision import BYTES
from rackguard.sizing.shape import LatentAttention, ModelShape

Target = Literal["q", "k", "v", "o", "gate", "up", "down"]
ATTENTION: tuple[Target, ...] = ("q", "k", "v", "o")

ADAPTER_BYTES = 16.0
"""fp32 weight, gradient and two moments."""


def adapter_parameters(shape: ModelShape, rank: int, targets: tuple[Target, ...] = ATTENTION) -> int:
    """Parameters of the adapters. Of a mixture of experts, those of the MLP are on every expert."""
    h, f = shape.hidden, shape.intermediate
    queries, keys = shape.heads * shape.head, shape.keys * shape.head
    attention = {"q": h + queries, "k": h + keys, "v": h + keys, "o": queries + h}
    if shape.latent:
        attention = _latent(shape, shape.latent)
    mlp = {"gate": h + f, "up": h + f, "down": f + h}
    if not shape.gated:
        mlp["gate"] = 0
    size = shape.layers * sum(attention.get(one, 0) for one in targets)
    size += (shape.layers - shape.expert_layers) * sum(mlp.get(one, 0) for one in targets)
    if shape.experts:
        adapted = sum(one in mlp for one in targets)
        one = h + shape.experts.intermediate
        size += shape.expert_layers * (shape.experts.count + shape.experts.shared) * adapted * one
    return rank * size


def _latent(shape: ModelShape, latent: LatentAttention) -> dict[str, int]:
    """In + out of MLA's matrices: `q` adapts both of a compressed query, `k` what compresses, `v` what expands."""
    h, a, rank = shape.hidden, shape.heads, latent.query_rank
    width = a * (latent.nope_size + latent.rope_size)
    return {
        "q": h + 2 * rank + width if rank else h + width,
        "k": h + latent.kv_rank + latent.rope_size,
        "v": latent.kv_rank + a * (latent.nope_size + latent.value_size),
        "o": a * latent.value_size + h,
    }


@record
class QuantisedBase:
    """Bytes of a base in NF4."""

    packed: float
    """Linear layers of the blocks, four bits a weight."""
    scales: float
    rest: float
    """Embedding, head, norms and biases, which stay in fp32."""

    @property
    def total(self) -> float:
        """All three."""
        return self.packed + self.scales + self.rest


def quantised_base(counts: Parameters, *, double_quantisation: bool = False) -> QuantisedBase:
    """Bytes of a model's weights for QLoRA [QLoRA, arXiv 2305.14314, section 3; peft's preparation for k-bit]."""
    kind = "nf4-double" if double_quantisation else "nf4"
    rest = counts.total - counts.blocks
    return QuantisedBase(counts.blocks * 0.5, counts.blocks * (BYTES[kind] - 0.5), rest * 4.0)


def double_quantisation_bits(
    block: int = 64, second_block: int = 256, scale_bits: int = 8, second_bits: int = 32
) -> float:
    """Bits a weight of doubly quantised scales: 8/64 + 32/(64·256)."""
    return scale_bits / block + second_bits / (block * second_block)


def layer_inputs(shape: ModelShape, sequence_length: int, batch: int) -> float:
    """Bytes of block inputs kept by full recomputation, L·4·s·b·h: k-bit training has its residual stream in fp32."""
    return 4.0 * shape.layers * sequence_length * batch * shape.hidden
