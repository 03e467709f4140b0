"""Bytes that training keeps for each parameter: weights, gradients, optimizer states.

Sources: ZeRO (arXiv 1910.02054) section 3.1: 2 + 2 + 12 for mixed AdamW; Megatron-LM dist_optimizer.md: 20 (16-bit
model gradients and fp32 main gradients), 18 (fp32 main gradients), 16 (all fp32); torchtitan
bf16_optimizer_states.md: 12; QLoRA (arXiv 2305.14314) section 1: 12 without an fp32 copy; stas00/ml-engineering
training/performance: 8-bit Adam keeps 2 bytes of states; EleutherAI cookbook calc_transformer_mem.py: SGD and Muon.
"""

from __future__ import annotations

from typing import Literal

from rackguard.record import record
from rackguard.sizing.precision import BYTES, Precision

Optimizer = Literal["adamw", "adamw-8bit", "adamw-bf16-states", "sgd", "lion", "adafactor", "muon"]
Gradients = Literal["as-weights", "fp32", "both"]
"""How gradients are kept: in the weights' precision, in fp32 alone, or in both (Megatron's fp16)."""

STATES: dict[Optimizer, float] = {
    "adamw": 8,
    "adamw-8bit": 2,
    "adamw-bf16-states": 4,
    "sgd": 4,
    "lion": 4,
    "adafactor": 0,
    "muon": 4,
}
"""Bytes of the optimizer's states beside the copy of the weights. Adafactor without momentum keeps row and column sums
alone, which are counted as nothing (not sourced)."""


@record
class BytesPerParameter:
    """Bytes for each trained parameter, unsharded."""

    weights: float
    gradients: float
    optimizer: float
    """The fp32 copy of the weights, where there is one, and the states."""
    main_gradients: float = 0.0
    """fp32 gradients beside 16-bit ones; a distributed optimizer shards them as its states, 4 + 16/d bytes in all."""

    @property
    def total(self) -> float:
        """All of them."""
        return self.weights + self.gradients + self.main_gradients + self.optimizer


def bytes_per_parameter(
    precision: Precision, optimizer: Optimizer, gradients: Gradients = "as-weights", *, master_copy: bool = True
) -> BytesPerParameter:
    """Bytes per parameter of a precision and an optimizer; `master_copy`: weights below fp32 have a copy in fp32.

    Training in FP8 or FP4 keeps its weights and gradients in 16 bits and converts them for each product
    (DeepSeek-V3, arXiv 2412.19437, section 3.3); TF32 is fp32 in memory.
    """
    weights = max(BYTES[precision], 2.0)
    copy = 4.0 if master_copy and weights < 4 else 0.0
    kept = {"as-weights": weights, "fp32": 4.0, "both": weights}[gradients]
    main = 4.0 if gradients == "both" and weights < 4 else 0.0
    states = STATES[optimizer] * (2 if precision == "fp64" else 1)
    return BytesPerParameter(weights, kept, copy + states, main)
