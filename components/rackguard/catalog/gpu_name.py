"""GPUs by the beginning of their name, as people ask for them: `h100`."""

from __future__ import annotations


def is_gpu_named(prefix: str, gpu: str | None) -> bool:
    """True where a GPU's name begins so, in any case."""
    return bool(prefix and gpu and gpu.lower().startswith(prefix.lower()))
