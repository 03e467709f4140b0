"""Activations kept for the backward pass, bytes of one block.

s sequence length, b micro-batch, h hidden, a query heads, k key/value heads, f intermediate, t tensor parallel.
GPT block with dropout [Korthikanti et al., arXiv 2205.05198, equations 1 to 6, Table 2]: s·b·h·(34 + 5·a·s/h); with TP
10 of the 34 stay whole, with sequence parallel nothing does; selective recomputation and FlashAttention drop the
5·a·s/h term; full recomputation keeps the block's input, 2·s·b·h.
Gated block without dropout, FlashAttention, fused norms [derived from the tensors that autograd keeps]:
s·b·h·(12 + 4·k·d/h + 8·f/h) in 16 bits (k·d/h is k/a where d = h/a). Eager PyTorch was measured at 1.17 to 1.6 times
that [stas00/ml-engineering training/performance].
"""

from __future__ import annotations

from typing import Literal

from rackguard.sizing.shape import ModelShape

Recomputation = Literal["none", "selective", "full"]

EAGER = 28.0 / 20.5
"""Measured over derived for Llama-3.1-8B and Mistral-7B in eager PyTorch: unfused norms in fp32, casts."""


def attention_coefficient(sequence_length: int, heads: int, hidden: int) -> float:
    """5·a·s/h: scores, softmax and its dropout, over s·b·h bytes."""
    return 5 * heads * sequence_length / hidden


def gpt_coefficient(
    sequence_length: int,
    heads: int,
    hidden: int,
    *,
    tensor: int = 1,
    sequence_parallel: bool = False,
    recomputation: Recomputation = "none",
) -> float:
    """Bytes of a GPT block over s·b·h."""
    if recomputation == "full":
        return 2.0
    attention = 0.0 if recomputation == "selective" else attention_coefficient(sequence_length, heads, hidden)
    if sequence_parallel:
        return (34 + attention) / tensor
    return 10 + (24 + attention) / tensor


def saved_by_selective(sequence_length: int, heads: int, hidden: int) -> float:
    """Share of a block's activations that selective recomputation doesn't keep."""
    attention = attention_coefficient(sequence_length, heads, hidden)
    return attention / (34 + attention)


def interleaving(pipeline: int, chunks: int) -> float:
    """How much more an interleaved 1F1B schedule keeps on the first stage: 1 + (p-1)/(p·m)."""
    return 1 + (pipeline - 1) / (pipeline * chunks) if chunks > 1 else 1.0


def gated_coefficient(shape: ModelShape, bytes_each: float = 2.0) -> float:
    """Bytes of a gated block with FlashAttention over s·b·h; of a mixture of experts those a token goes through."""
    keys = 4 * shape.keys * shape.head / shape.hidden
    queries = 4 * shape.heads * shape.head / shape.hidden
    width: float = shape.intermediate
    if shape.experts and shape.expert_layers:
        own = (shape.experts.active + shape.experts.shared) * shape.experts.intermediate
        width = (own * shape.expert_layers + width * (shape.layers - shape.expert_layers)) / shape.layers
    return (8 + queries + keys + 8 * width / shape.hidden) * bytes_each / 2


def per_block(
    shape: ModelShape,
    sequence_length: int,
    batch: int,
    *,
    tensor: int = 1,
    sequence_parallel: bool = False,
    recomputation: Recomputation = "none",
    flash_attention: bool = True,
    eager: bool = False,
) -> float:
    """Bytes that one block keeps of one micro-batch. Without FlashAttention the scores come on top."""
    whole = sequence_length * batch * shape.hidden
    if recomputation == "full":
        return 2.0 * whole / (tensor if sequence_parallel else 1)
    scores = attention_coefficient(sequence_length, shape.heads, shape.hidden)
    if recomputation == "selective" or flash_attention:
        scores = 4 * shape.heads / shape.hidden  # the softmax statistics, 4·a·s·b bytes
    if shape.gated:
        kept, replicated = gated_coefficient(shape), 6.0
        kept *= EAGER if eager else 1.0
    else:
        kept, replicated = 34.0, 10.0
    if sequence_parallel:
        return whole * (kept + scores) / tensor
    return whole * (replicated + (kept - replicated + scores) / tensor)


def outside_blocks(shape: ModelShape, sequence_length: int, batch: int, *, tensor: int = 1, pipeline: int = 1) -> float:
    """Bytes of the first stage beside its blocks.

    s·b·h·p/t for the embedding's dropout; with p = 1 also 4·s·b·h/t·(1 + v/h) for the last norm, the head's input and
    fp32 logits [Korthikanti et al., section 4.3].
    """
    whole = sequence_length * batch * shape.hidden / tensor
    return whole * pipeline + (4 * whole * (1 + shape.vocabulary / shape.hidden) if pipeline == 1 else 0)
