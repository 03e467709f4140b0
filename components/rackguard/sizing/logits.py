"""Logits and their loss: often the largest single thing of a step with a large vocabulary."""

from __future__ import annotations

from typing import Literal

COPIES: dict[str, float] = {"quantised": 4.0, "plain": 3.5}
"""fp32 copies of s·b·v logits alive at once in the usual training step: measured on a T4 [fitcheck-llm 0.3.1]."""


def logits_bytes(
    sequence_length: int, batch: int, vocabulary: int, base: Literal["quantised", "plain"] = "plain", *, tensor: int = 1
) -> float:
    """Bytes: copies x 4·s·b·v, divided by tensor parallel (vocabulary-parallel loss)."""
    return COPIES[base] * 4 * sequence_length * batch * vocabulary / tensor
