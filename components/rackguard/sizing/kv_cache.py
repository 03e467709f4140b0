"""Keys and values kept for every token of a conversation.

Bytes per token 2·L·k·d·w [vLLM, arXiv 2309.06180, section 3]; MLA keeps L·(r_kv + d_rope)·w [DeepSeek-V2,
arXiv 2405.04434]. A layer with a sliding window keeps no more tokens than the window. Tensor parallel divides the
key/value heads, and copies them where there are fewer heads than GPUs.
"""

from __future__ import annotations

from rackguard.sizing.shape import ModelShape


def cache_per_token(shape: ModelShape, bytes_each: float = 2.0, *, tensor: int = 1) -> float:
    """Bytes of one token on one GPU, all layers, no window."""
    return shape.layers * _per_layer(shape, tensor) * bytes_each


def cache_bytes(shape: ModelShape, tokens: int, bytes_each: float = 2.0, *, tensor: int = 1) -> float:
    """Bytes of one conversation of `tokens` on one GPU."""
    windowed = shape.windowed_layers if shape.attention_window else 0
    seen = (shape.layers - windowed) * tokens + windowed * min(tokens, shape.attention_window)
    return seen * _per_layer(shape, tensor) * bytes_each


def _per_layer(shape: ModelShape, tensor: int) -> float:
    """Numbers of one token in one layer on one GPU; MLA's compressed vector is on every GPU."""
    if shape.latent:
        return shape.latent.kv_rank + shape.latent.rope_size
    return 2 * shape.head * max(shape.keys / tensor, 1)
