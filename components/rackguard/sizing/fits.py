"""What would make a workload fit where it doesn't: one change at a time, and all together where none is enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rackguard.sizing.accelerator import Accelerator
from rackguard.sizing.sizing import Sizing
from rackguard.sizing.workload import FineTune, Parallel, Science, Serve, Train, Vision, Workload

MOST_GPUS = 4096
MOST_RANKS = 4096


def remedies(workload: Workload, where: Accelerator, sizing: Sizing) -> tuple[str, ...]:
    """Each change that makes it fit; else all of them together; else what is left over even then."""
    from rackguard.sizing.size import size_on

    found: list[str] = []
    for step in _MADE:
        fitting = (words for words, made in _options(step, workload) if size_on(made, where, sizing.gpus).fits)
        found += [words] if (words := next(fitting, None)) else []
    if more := _more_gpus(workload, where, sizing.gpus):
        found.append(f"{more} GPUs instead of {sizing.gpus}")
    if found:
        return tuple(found)
    changed, said = workload, list[str]()
    for step in _MADE:
        before, done = changed, list(said)
        for words, changed in _options(step, before):
            said = [*done, words]
            if size_on(changed, where, sizing.gpus).fits:
                return (" and ".join(said),)
            if more := _more_gpus(changed, where, sizing.gpus):
                return (" and ".join([*said, f"{more} GPUs instead of {sizing.gpus}"]),)
    needed = size_on(changed, where, sizing.gpus).total_bytes / (1 - workload.free_share)
    rest = f"a GPU with {needed / 1e9:,.0f} GB"
    return (f"{rest}{' after ' + ', '.join(said) if said else ''}",)


def _more_gpus(workload: Workload, where: Accelerator, gpus: int) -> int | None:
    """The next number of GPUs that it fits on, doubling; None where none helps."""
    from rackguard.sizing.size import size_on

    count = gpus * 2
    while count <= MOST_GPUS:
        if size_on(workload, where, count).fits:
            return count
        count *= 2
    return None


Option = tuple[str, Workload]
"""A change of a workload in words, and the workload with it."""
Once = Callable[[Workload], Option | None]
"""Changes what can be changed once; None where it changes nothing."""


class Halving:
    """Changes what can be halved again and again: told is the first that fits."""

    def __init__(self, made: Callable[[Workload, int], Option | None]) -> None:
        self.made = made

    def __call__(self, workload: Workload) -> Iterator[Option]:
        """By two, by four, by eight, until nothing is left to halve."""
        by = 2
        while option := self.made(workload, by):
            yield option
            by *= 2


def _options(step: Once | Halving, workload: Workload) -> Iterator[Option]:
    """What a step can make of a workload, the least change first."""
    if isinstance(step, Halving):
        yield from step(workload)
    elif option := step(workload):
        yield option


def _training(workload: Workload) -> Train | FineTune | None:
    return workload.train or workload.fine_tune


def _with(workload: Workload, **changed: object) -> Workload:
    """The workload with its one part changed."""
    for name in ("train", "fine_tune", "serve", "vision", "science"):
        part = getattr(workload, name)
        if part:
            return workload.model_copy(update={name: part.model_copy(update=changed)})
    return workload


def _smaller_batch(workload: Workload, by: int) -> tuple[str, Workload] | None:
    train = _training(workload)
    vision: Vision | None = workload.vision
    if train and train.micro_batch >= by:
        smaller = train.micro_batch // by
        while (train.global_batch or 0) % smaller:  # a step is made of whole micro-batches
            smaller -= 1
        return f"`micro_batch` {smaller} instead of {train.micro_batch}", _with(workload, micro_batch=smaller)
    if vision and vision.batch >= by:
        smaller = vision.batch // by
        return f"`batch` {smaller} instead of {vision.batch}", _with(workload, batch=smaller)
    return None


def _recomputation(workload: Workload) -> tuple[str, Workload] | None:
    train = _training(workload)
    if train and train.recomputation in ("none", "selective"):
        return f"`recomputation` full instead of {train.recomputation}", _with(workload, recomputation="full")
    return None


def narrower(workload: Workload) -> tuple[str, Workload] | None:
    """The workload in 16 bits where it has more, and the change in words."""
    train, vision = _training(workload), workload.vision
    if train and train.precision in ("fp64", "fp32", "tf32"):
        return f"`precision` bf16 instead of {train.precision}", _with(workload, precision="bf16")
    if vision and vision.precision in ("fp64", "fp32", "tf32"):
        return f"`precision` fp16 instead of {vision.precision}", _with(workload, precision="fp16")
    return None


def _flash(workload: Workload) -> tuple[str, Workload] | None:
    train = _training(workload)
    if train and not train.flash_attention:
        return "`flash_attention` true", _with(workload, flash_attention=True)
    return None


def _stage(workload: Workload) -> tuple[str, Workload] | None:
    train = _training(workload)
    if train and train.parallel and train.parallel.strategy not in ("zero-3", "fsdp"):
        parallel: Parallel = train.parallel.model_copy(update={"strategy": "fsdp"})
        return f"`strategy` fsdp instead of {train.parallel.strategy}", _with(workload, parallel=parallel)
    return None


def _sequence_parallel(workload: Workload) -> tuple[str, Workload] | None:
    train = _training(workload)
    if train and train.parallel and train.parallel.tensor > 1 and not train.parallel.sequence:
        parallel = train.parallel.model_copy(update={"sequence": True})
        return "`sequence` true beside tensor parallel", _with(workload, parallel=parallel)
    return None


def _optimizer(workload: Workload) -> tuple[str, Workload] | None:
    train = _training(workload)
    if train and train.optimizer == "adamw" and (isinstance(train, Train) or train.method == "full"):
        return "`optimizer` adamw-8bit instead of adamw", _with(workload, optimizer="adamw-8bit")
    return None


def _method(workload: Workload) -> tuple[str, Workload] | None:
    tune = workload.fine_tune
    if tune and tune.method == "full":
        return "`method` lora instead of full", _with(workload, method="lora")
    if tune and tune.method == "lora":
        return "`method` qlora instead of lora", _with(workload, method="qlora", precision="bf16")
    return None


def _quantised(workload: Workload) -> tuple[str, Workload] | None:
    serve: Serve | None = workload.serve
    if serve and serve.weights in ("fp32", "bf16", "fp16"):
        return f"`weights` int8 instead of {serve.weights}", _with(workload, weights="int8")
    if serve and serve.weights in ("fp8", "int8", "mxfp8", "mxfp6"):
        return f"`weights` int4 instead of {serve.weights}", _with(workload, weights="int4")
    return None


def _cache(workload: Workload) -> tuple[str, Workload] | None:
    serve = workload.serve
    if serve and serve.cache in ("fp32", "bf16", "fp16"):
        return f"`cache` fp8 instead of {serve.cache}", _with(workload, cache="fp8")
    return None


def _fewer_conversations(workload: Workload, by: int) -> tuple[str, Workload] | None:
    serve = workload.serve
    if serve and serve.concurrency >= by:
        fewer = serve.concurrency // by
        return f"`concurrency` {fewer} instead of {serve.concurrency}", _with(workload, concurrency=fewer)
    return None


def _more_ranks(workload: Workload, by: int) -> tuple[str, Workload] | None:
    science: Science | None = workload.science
    if science and science.ranks * by <= MOST_RANKS:
        part, times = science.memory_gib / by, "twice" if by == 2 else f"{by} times"
        return f"{times} the ranks, of {part:g} GiB each", _with(workload, memory_gib=part)
    return None


def _no_reserve(workload: Workload) -> tuple[str, Workload] | None:
    if workload.free_share > 0.1:
        return f"`memory_free` 10% instead of {workload.memory_free}", workload.model_copy(
            update={"memory_free": "10%"}
        )
    return None


_MADE: tuple[Once | Halving, ...] = (
    _flash,
    _sequence_parallel,
    narrower,
    Halving(_smaller_batch),
    _recomputation,
    _stage,
    _optimizer,
    _quantised,
    _cache,
    Halving(_fewer_conversations),
    Halving(_more_ranks),
    _method,
    _no_reserve,
)
