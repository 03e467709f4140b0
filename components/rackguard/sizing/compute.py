"""Floating-point operations of training and of a token served.

A parameter costs 2 FLOPs a token forward and 4 backward (2 for its input's gradient, 2 for its own): 6·P; with the
base frozen, as LoRA has it, 4·P; full recomputation repeats the forward pass, 8·P. Attention on top, s tokens long:
non-causal 12·L·h·s a token [PaLM, arXiv 2204.02311, appendix B; mosaicml/llm-foundry], causal half of it, 6·L·s·a·d,
with the input table left out of P [NVIDIA Megatron-Bridge performance summary]; MLA takes (d_qk + d_v)/2 for d.
"""

from __future__ import annotations

from typing import Literal

from rackguard.sizing.activations import Recomputation
from rackguard.sizing.parameters import Parameters, parameters
from rackguard.sizing.shape import ModelShape

Method = Literal["full", "lora", "qlora"]

FORWARD, BACKWARD_INPUT, BACKWARD_WEIGHT = 2.0, 2.0, 2.0
ENCODER_DECODER = 0.5
"""Of an encoder-decoder each token goes through half of the parameters [GPT-3, arXiv 2005.14165, Table D.1]."""


def per_parameter(method: Method = "full", recomputation: Recomputation = "none") -> float:
    """FLOPs for each parameter and token: 6, 4 with the base frozen, 2 more with full recomputation."""
    flops = FORWARD + BACKWARD_INPUT + (BACKWARD_WEIGHT if method == "full" else 0.0)
    return flops + (FORWARD if recomputation == "full" else 0.0)


def non_causal_per_token(parameters: float, layers: int, hidden: int, sequence_length: int) -> float:
    """Training FLOPs a token, 6·P + 12·L·h·s: model FLOPs as PaLM and MosaicML count them."""
    return 6 * parameters + 12 * layers * hidden * sequence_length


def causal_attention(shape: ModelShape, sequence_length: int) -> float:
    """Training FLOPs a token of attention, 6·L·s·a·d; a sliding window sees no more than its tokens."""
    size = _head_size(shape)
    windowed = shape.windowed_layers if shape.attention_window else 0
    # A window w over s tokens sees w·(1 - w/(2s)) keys on average, where a causal token sees s/2.
    window = min(shape.attention_window or sequence_length, sequence_length)
    near = 2 * window * (1 - window / (2 * sequence_length))
    seen = (shape.layers - windowed) * sequence_length + windowed * near
    return 6 * seen * shape.heads * size


def _head_size(shape: ModelShape) -> float:
    if shape.latent:
        return (shape.latent.nope_size + shape.latent.rope_size + shape.latent.value_size) / 2
    return shape.head


def model_flops_per_token(
    shape: ModelShape, sequence_length: int, method: Method = "full", recomputation: Recomputation = "none"
) -> float:
    """Training FLOPs a token, causal, look-ups left out, active experts alone.

    Attention has no weights of its own, so freezing the base saves nothing there.
    """
    counts = parameters(shape)
    share = ENCODER_DECODER if shape.kind in ("encoder-decoder", "speech") else 1.0
    attention = causal_attention(shape, sequence_length)
    attention *= {"none": 1.0, "selective": 4 / 3, "full": 4 / 3}[recomputation]
    if shape.kind in ("encoder", "image-encoder", "image-transformer"):
        attention *= 2  # every token sees all others
    return share * (per_parameter(method, recomputation) * counts.multiplied + attention)


def frozen_base_per_token(counts: Parameters) -> float:
    """LoRA's model FLOPs as Megatron-Bridge counts them: 4·(P - v·h), attention left out."""
    return 4 * counts.multiplied


def gpt_per_iteration(
    *,
    batch: int,
    sequence_length: int,
    layers: int,
    hidden: int,
    vocabulary: int,
    recomputation: Recomputation = "none",
) -> float:
    """FLOPs of one step of a GPT over `batch` sequences.

    None: 72·B·L·s·h²·(1 + s/(6h) + v/(12·h·L)), selective s/(3h) in place of s/(6h) [Korthikanti et al., arXiv
    2205.05198, appendix A]; full: 96·B·L·s·h²·(1 + s/(6h) + v/(16·L·h)) [Megatron-LM, arXiv 2104.04473, equation 3].
    """
    s, h, tables = sequence_length, hidden, vocabulary / (hidden * layers)
    base = batch * layers * s * h * h
    if recomputation == "full":
        return 96 * base * (1 + s / (6 * h) + tables / 16)
    return 72 * base * (1 + s / ((3 if recomputation == "selective" else 6) * h) + tables / 12)


def selective_overhead(sequence_length: int, hidden: int) -> float:
    """Share of FLOPs that selective recomputation adds, s/(6h) [Korthikanti et al., section 5]."""
    return sequence_length / (6 * hidden)


def recomputation_factor(recomputation: Recomputation, selective: float = 0.0) -> float:
    """FLOPs done over model FLOPs: 4/3 with full recomputation, 1 + `selective` with selective."""
    return {"none": 1.0, "selective": 1.0 + selective, "full": 4 / 3}[recomputation]


def forward_per_token(shape: ModelShape, context: int) -> float:
    """FLOPs of one token served with `context` tokens before it: 2·P + 4·L·context·a·d."""
    attention = 4 * shape.layers * context * shape.heads * _head_size(shape)
    return 2 * parameters(shape).multiplied + attention
