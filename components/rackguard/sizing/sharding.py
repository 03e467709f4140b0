"""What of a model's states is on one GPU.

N data-parallel ranks, P parameters: DDP keeps all; ZeRO-1 shards the optimizer, (w+g)·P + o·P/N; ZeRO-2 also the
gradients, w·P + (g+o)·P/N; ZeRO-3 and FSDP everything, (w+g+o)·P/N [ZeRO, arXiv 1910.02054, section 5]. Megatron's
distributed optimizer equals ZeRO-1 [dist_optimizer.md]. Tensor and pipeline parallel divide P by t·p first; expert
parallel divides the experts' part by ep.
"""

from __future__ import annotations

from typing import Literal

from rackguard.record import record
from rackguard.sizing.bytes_per_parameter import BytesPerParameter

Strategy = Literal["ddp", "zero-1", "zero-2", "zero-3", "fsdp", "fsdp-no-reshard"]
"""`fsdp-no-reshard` keeps the gathered weights from forward to backward: SHARD_GRAD_OP, or no reshard after forward."""

STAGE: dict[Strategy, int] = {"ddp": 0, "zero-1": 1, "zero-2": 2, "zero-3": 3, "fsdp": 3, "fsdp-no-reshard": 2}


@record
class ModelStates:
    """Bytes of model states on one GPU."""

    weights: float
    gradients: float
    optimizer: float

    @property
    def total(self) -> float:
        """All three."""
        return self.weights + self.gradients + self.optimizer


def model_states(parameters: float, each: BytesPerParameter, stage: int, ranks: int) -> ModelStates:
    """Bytes on one of `ranks` data-parallel ranks at a ZeRO stage (0 to 3)."""
    return ModelStates(
        parameters * each.weights / (ranks if stage >= 3 else 1),
        parameters * each.gradients / (ranks if stage >= 2 else 1)
        + parameters * each.main_gradients / (ranks if stage >= 1 else 1),
        parameters * each.optimizer / (ranks if stage >= 1 else 1),
    )


def on_one_gpu(dense: float, expert: float, *, tensor: int = 1, pipeline: int = 1, expert_parallel: int = 1) -> float:
    """Parameters of one rank's share before data-parallel sharding."""
    return (dense + expert / expert_parallel) / (tensor * pipeline)


def gathered(unit: float, bytes_per_weight: float, units: int = 2) -> float:
    """Bytes of the weights that FSDP has gathered at a time, and of one unit's gradient before it is scattered.

    `unit` is a block's parameters; two units with prefetch (not sourced).
    """
    return unit * bytes_per_weight * (units + 1)


def deepspeed_zero2(parameters: float, ranks: int, *, offload_optimizer: bool = False) -> float:
    """DeepSpeed's own estimate for ZeRO-2, bytes: 4·P + 16·P/N, with the optimizer on the host 2·P [memory.rst]."""
    return 2 * parameters if offload_optimizer else 4 * parameters + 16 * parameters / ranks


def deepspeed_zero3(
    parameters: float, largest_layer: float, ranks: int, offload: Literal["none", "optimizer", "all"] = "none"
) -> float:
    """DeepSpeed's own estimate for ZeRO-3, bytes: 4·P_largest + 18·P/N, less what is on the host [memory.rst]."""
    share = {"none": 18.0, "optimizer": 2.0, "all": 0.0}[offload]
    return 4 * largest_layer + share * parameters / ranks


def deepspeed_host_bytes(parameters: float, gpus_per_node: int, nodes: int, *, bytes_per_parameter: int = 16) -> float:
    """Host RAM of a node with offload, bytes: P·max(4·GPUs, 16 or 18 / nodes)·1.5 [memory.rst]."""
    return parameters * max(4.0 * gpus_per_node, bytes_per_parameter / nodes) * 1.5
