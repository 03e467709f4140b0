"""Ways to spread a training over GPUs, from the least work to the least memory."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.sizing.accelerator import Accelerator
from rackguard.sizing.activations import Recomputation
from rackguard.sizing.sizing import Layout
from rackguard.sizing.workload import FineTune, Train
from rackguard.spec.problem import InvalidInput, Problem

_TENSOR = (1, 2, 4, 8)


def layouts(train: Train | FineTune, where: Accelerator, gpus: int) -> Iterator[Layout]:
    """The layouts to try: the declared one, or FSDP with as little tensor parallel and recomputation as may do.

    Tensor parallel stays inside a node and on NVLink, as it waits for every block. A frozen base that a GPU can hold
    whole isn't shared: then adapters alone travel.

    Raises:
        InvalidInput: where the declared one can't be made of so many GPUs.
    """
    ways: tuple[Recomputation, ...] = (train.recomputation,) if train.recomputation else ("none", "full")
    if train.parallel:
        yield from _declared(train, gpus, ways)
        return
    for recomputation in ways:
        if gpus > 1 and isinstance(train, FineTune) and train.method != "full":
            yield Layout("ddp", gpus, recomputation=recomputation, why="holds the base whole, so adapters alone travel")
        for tensor in _TENSOR:
            if tensor > 1 and (not where.nvlink or tensor > where.per_node):
                break
            if gpus % tensor or train.of.heads % tensor:
                continue
            if gpus == 1:
                strategy, why = "ddp", "one GPU"
            elif tensor == 1:
                strategy, why = "fsdp", "shares all states, with the least traffic that does"
            else:
                strategy, why = "fsdp", "tensor parallel shares activations too, and saves working them out again"
            yield Layout(strategy, gpus // tensor, tensor, recomputation=recomputation, why=why)


def _declared(train: Train | FineTune, gpus: int, ways: tuple[Recomputation, ...]) -> Iterator[Layout]:
    declared = train.parallel
    assert declared is not None
    block = declared.tensor * declared.pipeline
    if gpus % block or (gpus // block) % declared.expert:
        words = f"{gpus} GPUs can't be shared by tensor {declared.tensor} x pipeline {declared.pipeline}"
        words += f", and experts over {declared.expert}" if declared.expert > 1 else ""
        raise InvalidInput(
            [Problem("workload-contradiction", "error", ("parallel",), words, f"Give a multiple of {block} GPUs.")]
        )
    for recomputation in ways:
        yield Layout(
            declared.strategy,
            gpus // block,
            declared.tensor,
            declared.pipeline,
            declared.expert,
            recomputation,
            "as declared",
        )


def block_of(train: Train | FineTune) -> int:
    """GPUs that hold one copy of the model as declared: their number is a multiple of it."""
    declared = train.parallel
    return max(declared.tensor * declared.pipeline, 1) * declared.expert if declared else 1
