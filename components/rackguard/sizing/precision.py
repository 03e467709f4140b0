"""Number formats: the memory of a number, and the peak that counts for it."""

from __future__ import annotations

from typing import Literal

from rackguard.catalog.types import Gpu

Precision = Literal["fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "int8", "fp4"]
Storage = Literal["fp32", "bf16", "fp16", "fp8", "int8", "int4", "nf4", "nf4-double", "mxfp8", "mxfp6", "mxfp4"]
"""How weights or a cache are stored; the mx formats share a scale between 32 numbers."""

BYTES: dict[str, float] = {
    "fp64": 8,
    "fp32": 4,
    "tf32": 4,
    "fp16": 2,
    "bf16": 2,
    "fp8": 1,
    "int8": 1,
    "fp4": 0.5,
    "int4": 0.5,
    "nf4": 0.5 + 4 / 64,
    "nf4-double": 0.5 + (8 / 64 + 32 / (64 * 256)) / 8,
    "mxfp8": 1.03125,
    "mxfp6": 0.78125,
    "mxfp4": 0.53125,
}
"""Bytes of a number, with its share of scales: NF4 has a 32-bit scale for 64 weights, doubly quantised an 8-bit one and
32 bits for 256 of those (QLoRA, arXiv 2305.14314, section 3); mx formats as in stas00/ml-engineering inference."""

_COMPUTED_IN: dict[str, tuple[Precision, ...]] = {
    "fp32": ("fp32",),
    "int4": ("bf16", "fp16"),
    "nf4": ("bf16", "fp16"),
    "nf4-double": ("bf16", "fp16"),
    "mxfp8": ("fp8",),
    "mxfp6": ("fp8",),
    "mxfp4": ("fp4", "fp8", "bf16", "fp16"),
}


def peak_tflops(gpu: Gpu, precision: str) -> float | None:
    """The dense peak that counts for products in a precision, or of weights stored so; None where none is known.

    Weights below 8 bits are turned into 16 bits (mx formats into what they were made for) before they are multiplied.
    fp64 is the vector figure: few codes but dense linear algebra reach the tensor cores'.
    """
    for each in _COMPUTED_IN.get(precision, (precision,)):
        if each in gpu.tflops:
            return gpu.tflops[each]
    return None


def lacks(gpu: Gpu, precision: str) -> bool:
    """True where a GPU is known to compute in none of the formats that a precision may be computed in."""
    from rackguard.catalog.gpu_features import gpu_feature

    features = [gpu_feature(each) for each in _COMPUTED_IN.get(precision, (precision,))]
    return all(feature is not None and feature.on(gpu.compute_capability) == "no" for feature in features)
