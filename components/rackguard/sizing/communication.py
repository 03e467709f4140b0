"""What travels between GPUs in a training step, numbers (not bytes) for each rank, many ranks.

Data parallel: 2·P for DDP, ZeRO-1 and ZeRO-2 (reduce-scatter and all-gather), 3·P for ZeRO-3 and FSDP, whose weights
are gathered once more [ZeRO, arXiv 1910.02054, section 7]; exactly (N-1)/N of it on a ring. Tensor parallel: four
all-reduces of s·b·h a block, forward and backward [Korthikanti et al., section 4.2.2]. Pipeline: s·b·h over each
border of stages and micro-batch, each way. Experts: two all-to-alls forward, two backward, of k·tokens·h.
"""

from __future__ import annotations

from rackguard.sizing.training_time import Efficiency

TENSOR_ALL_REDUCES = 4
"""All-reduces of a block under tensor parallel; with sequence parallel four all-gathers and four reduce-scatters, which
move as much."""
LINE_RATE = Efficiency(0.5, 0.75, 0.9, "of the line rate (assumed of collectives)")


def per_parameter(stage: int) -> float:
    """Numbers moved for each parameter, rank and step, at a ZeRO stage; many ranks."""
    return 3.0 if stage >= 3 else 2.0


def data_parallel(parameters: float, stage: int, ranks: int, micro_batches: int = 1) -> float:
    """Numbers that a rank moves in a step; ZeRO-3 gathers its weights for every micro-batch."""
    if ranks < 2:
        return 0.0
    moved = per_parameter(stage) * parameters
    if stage >= 3:
        moved += 2 * parameters * (micro_batches - 1)
    return moved * (ranks - 1) / ranks


def tensor_parallel(layers: int, hidden: int, tokens: int, tensor: int) -> float:
    """Numbers that a rank moves for `tokens` of a step: four ring all-reduces a block, each twice (t-1)/t of s·b·h."""
    return TENSOR_ALL_REDUCES * layers * tokens * hidden * 2 * (tensor - 1) / tensor


def pipeline_parallel(hidden: int, tokens: int, pipeline: int) -> float:
    """Numbers that a stage sends for `tokens` of a step, forward and backward."""
    return 2.0 * tokens * hidden if pipeline > 1 else 0.0


def expert_parallel(layers: int, hidden: int, tokens: int, active: int, expert_parallel: int) -> float:
    """Numbers that a rank moves for `tokens` of a step through `layers` with experts."""
    if expert_parallel < 2:
        return 0.0
    return 4.0 * layers * active * tokens * hidden * (expert_parallel - 1) / expert_parallel
