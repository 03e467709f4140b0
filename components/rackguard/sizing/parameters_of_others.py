"""Parameters of transformers that aren't one stack of equal blocks.

Sources of the layouts: T5 (arXiv 1910.10683) and its configurations, openai/whisper `model.py`,
google-research/vision_transformer `models_vit.py`, black-forest-labs/flux `model.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from rackguard.sizing.parameters import Parameters, attention_linear
from rackguard.sizing.shape import Kind, ModelShape

_T5_BUCKETS = 32
_WHISPER_BINS, _WHISPER_TEXT = 80, 448
_VIT_PIXELS, _VIT_CLASSES = 224, 1000
_FLUX_LATENT, _FLUX_TIME, _FLUX_POOLED, _FLUX_TEXT = 64, 256, 768, 4096


def _t5(shape: ModelShape) -> Parameters:
    """Encoder block 4·h·a·d + 2·h·f, decoder block 8·h·a·d + 2·h·f; relative positions of 32 buckets on both sides."""
    h, half = shape.hidden, shape.layers // 2
    mlp = (3 if shape.gated else 2) * h * shape.intermediate
    blocks = half * (3 * attention_linear(shape) + 2 * mlp)
    small = half * 5 * h + 2 * h + 2 * _T5_BUCKETS * shape.heads
    table = shape.vocabulary * h
    return Parameters(blocks, small, table, 0 if shape.tied else table)


def _whisper(shape: ModelShape) -> Parameters:
    """As many encoder as decoder blocks; keys have no bias; the encoder's positions are computed, not learned."""
    h, half = shape.hidden, shape.layers // 2
    attention, mlp = 4 * h * h, 2 * h * shape.intermediate
    blocks = half * (3 * attention + 2 * mlp)
    biases = half * (3 * 3 * h + 2 * (shape.intermediate + h))
    norms = half * (2 + 3) * 2 * h + 2 * 2 * h
    convolutions = 3 * _WHISPER_BINS * h + h + 3 * h * h + h
    return Parameters(blocks, biases + norms + convolutions + _WHISPER_TEXT * h, shape.vocabulary * h, 0)


def _vit(shape: ModelShape) -> Parameters:
    """Patches of `positions` pixels a side, images of 224, 1,000 classes, all biases."""
    h, patch = shape.hidden, shape.positions
    tokens = (_VIT_PIXELS // patch) ** 2 + 1
    blocks = shape.layers * (4 * h * h + 2 * h * shape.intermediate)
    small = shape.layers * (4 * h + shape.intermediate + h + 4 * h)
    small += 3 * patch * patch * h + h + h + tokens * h + 2 * h
    return Parameters(blocks, small, 0, h * _VIT_CLASSES + _VIT_CLASSES)


def _flux(shape: ModelShape) -> Parameters:
    """19 blocks of two streams (36·h² + 30·h + 512) and 38 of one (15·h² + 11·h + 256) for every 57 layers."""
    h = shape.hidden
    double = shape.layers // 3
    single = shape.layers - double
    blocks = double * 36 * h * h + single * 15 * h * h
    small = double * (30 * h + 4 * shape.head) + single * (11 * h + 2 * shape.head)
    inputs = (_FLUX_LATENT + 1) * h + (_FLUX_TEXT + 1) * h
    conditions = 2 * ((_FLUX_TIME + 1) * h + (h + 1) * h) + (_FLUX_POOLED + 1) * h + (h + 1) * h
    final = (h + 1) * 2 * h + (h + 1) * _FLUX_LATENT
    return Parameters(blocks, small + inputs + conditions + final, 0, 0)


OTHERS: dict[Kind, Callable[[ModelShape], Parameters]] = {
    "encoder-decoder": _t5,
    "speech": _whisper,
    "image-encoder": _vit,
    "image-transformer": _flux,
}
