"""How many parameters a shape has.

Symbols: L layers, h hidden, a query heads, k key/value heads, d head size, f intermediate, v vocabulary, E experts.
Attention 2·h·a·d + 2·h·k·d, gated MLP 3·h·f, plain MLP 2·h·f, embedding v·h and, unless tied, as much for the head.
With plain MLP f = 4h, all biases and tied embeddings this is 12·L·h²·(1 + 13/(12h) + (v+s)/(12·L·h))
[Megatron-LM, arXiv 2104.04473, equation 2]; shapes and counts of the packaged models: their own sources.
"""

from __future__ import annotations

from rackguard.record import record
from rackguard.sizing.shape import LatentAttention, ModelShape


@record
class Parameters:
    """Parameters of a model, by what becomes of them."""

    blocks: int
    """Linear layers of all blocks without their biases: what is quantised, and what LoRA adapts."""
    small: int
    """Norms, biases, positions, routers."""
    embedding: int
    """The input table."""
    head: int
    """The output head; 0 where it is the input table."""
    idle: int = 0
    """Of them all: experts that a token doesn't go through."""
    expert: int = 0
    """Of `blocks`: all routed experts."""

    @property
    def total(self) -> int:
        """All parameters."""
        return self.blocks + self.small + self.embedding + self.head

    @property
    def active(self) -> int:
        """Those that a token goes through, both tables counted (as Mixtral and Qwen3 count)."""
        return self.total - self.idle

    @property
    def multiplied(self) -> int:
        """Those that a token is multiplied with: active ones without a look-up in a table of its own."""
        return self.active - (self.embedding if self.head else 0)


def parameters(shape: ModelShape) -> Parameters:
    """The parameters of a shape of any kind."""
    if shape.kind in ("decoder", "encoder"):
        return _stacked(shape)
    from rackguard.sizing.parameters_of_others import OTHERS

    return OTHERS[shape.kind](shape)


def norm_size(shape: ModelShape, width: int) -> int:
    """Parameters of one norm over `width`."""
    return width if shape.norm == "scale" else 2 * width


def _stacked(shape: ModelShape) -> Parameters:
    h, layers = shape.hidden, shape.layers
    attention = latent_attention(shape, shape.latent) if shape.latent else attention_linear(shape)
    dense = (3 if shape.gated else 2) * h * shape.intermediate * (layers - shape.expert_layers)
    expert, idle, always = _experts(shape)
    small = layers * _small_per_layer(shape) + shape.positions * h + (norm_size(shape, h) if shape.final_norm else 0)
    small += norm_size(shape, h) if shape.embedding_norm else 0
    small += _router(shape) + (shape.vocabulary if shape.bias == "mlp-and-head" else 0)
    if shape.kind == "encoder":  # two kinds of token, and the pooler behind the last block
        small += 2 * h + h * h + h
    table = shape.vocabulary * h
    return Parameters(
        blocks=layers * attention + dense + expert + always,
        small=small,
        embedding=table,
        head=0 if shape.tied or not table else table,
        idle=idle,
        expert=expert,
    )


def attention_linear(shape: ModelShape) -> int:
    """Weights of a block's attention: query and output h × a·d, key and value h × k·d."""
    return 2 * shape.hidden * shape.head * (shape.heads + shape.keys)


def latent_attention(shape: ModelShape, latent: LatentAttention) -> int:
    """Weights of a block's MLA, the norms of its compressed vectors included [DeepSeek-V2, arXiv 2405.04434]."""
    h, a = shape.hidden, shape.heads
    width = a * (latent.nope_size + latent.rope_size)
    query = h * latent.query_rank + latent.query_rank * (1 + width) if latent.query_rank else h * width
    kv = h * (latent.kv_rank + latent.rope_size) + latent.kv_rank * (1 + a * (latent.nope_size + latent.value_size))
    return query + kv + a * latent.value_size * h


def _experts(shape: ModelShape) -> tuple[int, int, int]:
    """All routed experts, those of them that a token doesn't go through, and the shared ones."""
    experts = shape.experts
    if experts is None:
        return 0, 0, 0
    one = (3 if shape.gated else 2) * shape.hidden * experts.intermediate
    layers = shape.expert_layers
    routed = experts.count * one * layers
    bias = _expert_bias(shape) if shape.bias in ("mlp-and-head", "all") else 0
    return routed, (experts.count - experts.active) * (one + bias) * layers, experts.shared * one * layers


def _router(shape: ModelShape) -> int:
    experts = shape.experts
    if experts is None:
        return 0
    return shape.expert_layers * experts.count * (shape.hidden + (1 if experts.router_bias else 0))


def _small_per_layer(shape: ModelShape) -> int:
    """Norms, biases and sinks of a block."""
    h, a, k, d = shape.hidden, shape.heads, shape.keys, shape.head
    size = shape.norms_per_layer * norm_size(shape, h)
    size += {"none": 0, "head": 2 * d, "full": (a + k) * d}[shape.qk_norm]
    size += (a + 2 * k) * d if shape.bias in ("qkv", "all") else 0
    size += h if shape.bias == "all" else 0
    size += _mlp_bias(shape) if shape.bias in ("mlp-and-head", "all") else 0
    return size + (a if shape.sinks else 0)


def _mlp_bias(shape: ModelShape) -> int:
    """Biases of a block's MLP, of all its experts where it has them."""
    if shape.experts:
        return shape.experts.count * _expert_bias(shape)
    return (2 if shape.gated else 1) * shape.intermediate + shape.hidden


def _expert_bias(shape: ModelShape) -> int:
    width = shape.experts.intermediate if shape.experts else shape.intermediate
    return (2 if shape.gated else 1) * width + shape.hidden
