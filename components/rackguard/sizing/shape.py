"""The shape of a model: the figures of its configuration file, from which everything else is worked out."""

from typing import Annotated, Literal

from pydantic import Field

from rackguard.spec.base import Model, Switch, Whole

Dimension = Annotated[Whole, Field(ge=1, le=2**40)]
"""A count of layers, heads, rows or columns."""
Count = Annotated[Whole, Field(ge=0, le=2**40)]

Kind = Literal["decoder", "encoder", "encoder-decoder", "speech", "image-encoder", "image-transformer"]
"""`encoder` is BERT's; `encoder-decoder` T5's; `speech` Whisper's; `image-encoder` ViT's; `image-transformer` FLUX."""


class LatentAttention(Model):
    """Multi-head latent attention (MLA): keys and values are kept as one compressed vector a token."""

    query_rank: Count = Field(default=0, description="Rank of the compressed query; 0 where it isn't compressed.")
    kv_rank: Dimension = Field(description="Rank of the compressed keys and values: what the cache holds.")
    nope_size: Dimension = Field(description="Part of a head's query and key without positions.")
    rope_size: Dimension = Field(description="Part of a head's query and key with positions; one for all heads.")
    value_size: Dimension = Field(description="Size of a head's value.")


class Experts(Model):
    """Mixture of experts (MoE) in place of the MLP."""

    count: Dimension = Field(description="Routed experts of a layer.")
    active: Dimension = Field(description="Routed experts that a token goes through.")
    intermediate: Dimension = Field(description="Width of one expert.")
    shared: Count = Field(default=0, description="Experts of the same width that every token goes through.")
    layers: Count | None = Field(default=None, description="Layers with experts; all where absent.")
    router_bias: Switch = Field(default=False, description="The router has a bias for each expert.")


class ModelShape(Model):
    """A transformer as its configuration file describes it."""

    kind: Kind = Field(default="decoder", description="What kind of transformer.")
    layers: Dimension = Field(description="Blocks; of an encoder-decoder both halves together.")
    hidden: Dimension = Field(description="Width of the residual stream.")
    heads: Dimension = Field(description="Query heads.")
    kv_heads: Dimension | None = Field(
        default=None, description="Key and value heads; as many as `heads` where absent."
    )
    head_size: Dimension | None = Field(default=None, description="Size of a head; hidden / heads where absent.")
    intermediate: Dimension = Field(description="Width of the MLP.")
    vocabulary: Count = Field(default=0, description="Rows of the embedding table, padding included.")
    gated: Switch = Field(default=True, description="The MLP has a gate (SwiGLU, GeGLU): three matrices, not two.")
    tied: Switch = Field(default=False, description="The output head is the embedding table.")
    norm: Literal["scale", "scale-and-bias"] = Field(
        default="scale", description="RMSNorm has a scale, LayerNorm a scale and a bias."
    )
    norms_per_layer: Count = Field(default=2, description="Norms of a block.")
    final_norm: Switch = Field(default=True, description="A norm behind the last block.")
    qk_norm: Literal["none", "head", "full"] = Field(
        default="none", description="Norm of queries and keys: over a head, or over all of them."
    )
    bias: Literal["none", "qkv", "mlp-and-head", "all"] = Field(
        default="none", description="Which linear layers have a bias."
    )
    positions: Count = Field(default=0, description="Rows of a table of learned positions.")
    embedding_norm: Switch = Field(default=False, description="A norm behind the embedding.")
    sinks: Switch = Field(default=False, description="A learned attention sink for each head.")
    attention_window: Count = Field(default=0, description="Tokens that a layer with a sliding window looks back.")
    windowed_layers: Count = Field(default=0, description="Layers with a sliding window.")
    experts: Experts | None = Field(default=None, description="Mixture of experts.")
    latent: LatentAttention | None = Field(default=None, description="Multi-head latent attention.")

    @property
    def keys(self) -> int:
        """Key and value heads."""
        return self.kv_heads or self.heads

    @property
    def head(self) -> int:
        """Size of a head."""
        return self.head_size or self.hidden // self.heads

    @property
    def expert_layers(self) -> int:
        """Layers whose MLP is a mixture of experts."""
        if self.experts is None:
            return 0
        return self.layers if self.experts.layers is None else self.experts.layers
