"""What would make a workload fit where it doesn't: one change at a time, and all together where none is enough."""

from __future__ import annotations

from collections.abc import Callable

from rackguard.record import record
from rackguard.sizing.accelerator import Accelerator
from rackguard.sizing.sizing import Sizing
from rackguard.sizing.workload import FineTune, Parallel, Science, Serve, Train, Vision, Workload

MOST_GPUS = 4096


@record
class Change:
    """One change of a workload; None where it changes nothing."""

    words: str
    made: Workload | None


def remedies(workload: Workload, where: Accelerator, sizing: Sizing) -> tuple[str, ...]:
    """Each change that makes it fit; else all of them together; else what is left over even then."""
    from rackguard.sizing.size import size_on

    changes = [change for change in _changes(workload) if change.made]
    found = [change.words for change in changes if change.made and size_on(change.made, where, sizing.gpus).fits]
    if more := _more_gpus(workload, where, sizing.gpus):
        found.append(f"{more} GPUs instead of {sizing.gpus}")
    if found:
        return tuple(found)
    changed, said = workload, list[str]()
    for change in _MADE:
        if step := change(changed):
            words, changed = step
            said.append(words)
            after = size_on(changed, where, sizing.gpus)
            if after.fits:
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


Step = Callable[[Workload], "tuple[str, Workload] | None"]


def _changes(workload: Workload) -> list[Change]:
    made = [change(workload) for change in _MADE]
    return [Change(*step) for step in made if step]


def _training(workload: Workload) -> Train | FineTune | None:
    return workload.train or workload.fine_tune


def _with(workload: Workload, **changed: object) -> Workload:
    """The workload with its one part changed."""
    for name in ("train", "fine_tune", "serve", "vision", "science"):
        part = getattr(workload, name)
        if part:
            return workload.model_copy(update={name: part.model_copy(update=changed)})
    return workload


def _smaller_batch(workload: Workload) -> tuple[str, Workload] | None:
    train = _training(workload)
    if train and train.micro_batch > 1:
        return f"`micro_batch` 1 instead of {train.micro_batch}", _with(workload, micro_batch=1)
    vision: Vision | None = workload.vision
    if vision and vision.batch > 1:
        smaller = max(vision.batch // 8, 1)
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


def _fewer_conversations(workload: Workload) -> tuple[str, Workload] | None:
    serve = workload.serve
    if serve and serve.concurrency > 1:
        half = max(serve.concurrency // 4, 1)
        return f"`concurrency` {half} instead of {serve.concurrency}", _with(workload, concurrency=half)
    return None


def _more_ranks(workload: Workload) -> tuple[str, Workload] | None:
    science: Science | None = workload.science
    if science:
        half = science.memory_gib / 2
        return f"twice the ranks, of {half:g} GiB each", _with(workload, memory_gib=half)
    return None


def _no_reserve(workload: Workload) -> tuple[str, Workload] | None:
    if workload.free_share > 0.1:
        return f"`memory_free` 10% instead of {workload.memory_free}", workload.model_copy(
            update={"memory_free": "10%"}
        )
    return None


_MADE: tuple[Step, ...] = (
    _flash,
    _sequence_parallel,
    narrower,
    _smaller_batch,
    _recomputation,
    _stage,
    _optimizer,
    _quantised,
    _cache,
    _fewer_conversations,
    _more_ranks,
    _method,
    _no_reserve,
)
