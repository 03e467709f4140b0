"""The door to this package: `size(workload, "p5.48xlarge")`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING

from rackguard.sizing.accelerator import Accelerator, of_gpu, of_type
from rackguard.sizing.layouts import block_of
from rackguard.sizing.sizing import Sizing
from rackguard.sizing.workload import Workload
from rackguard.spec.problem import InvalidInput, Problem

if TYPE_CHECKING:
    from rackguard.catalog.catalog import Catalog

MOST_NODES = 1024


def size(workload: Workload, on: str, gpus: int | None = None, catalog: Catalog | None = None) -> Sizing:
    """What `workload` takes on `gpus` of an instance type or GPU; on the fewest that hold it where None.

    Where it doesn't fit, the sizing says what would make it fit.

    Raises:
        InvalidInput: for a type or GPU that is unknown, or GPUs that the workload can't be shared by.
    """
    where = accelerator(on, catalog)
    sizing = fewest(workload, where) if gpus is None else size_on(workload, where, gpus)
    return with_remedies(workload, where, sizing)


def fewest(workload: Workload, where: Accelerator) -> Sizing:
    """The sizing on the fewest GPUs that hold the work, else on the most that are tried; remedies left out."""
    tried = counts(workload, where)
    sizings: dict[int, Sizing] = {}

    def fits(index: int) -> bool:
        sizings[index] = size_on(workload, where, tried[index])
        return sizings[index].fits

    last = len(tried) - 1
    if not fits(0) and not fits(last):
        return sizings[last]
    first = next(index for index in _doubling(len(tried)) if (sizings[index].fits if index in sizings else fits(index)))
    below = max((index for index in sizings if index < first), default=-1)
    while first - below > 1:  # more GPUs take no more memory each
        middle = (first + below) // 2
        first, below = (middle, below) if fits(middle) else (first, middle)
    return sizings[first]


def _doubling(length: int) -> Iterator[int]:
    """Indexes further and further apart, the last one always."""
    index = 0
    while index < length - 1:
        yield index
        index = max(index + 1, index * 2)
    yield length - 1


def size_on(workload: Workload, where: Accelerator, gpus: int) -> Sizing:
    """The sizing on exactly so many GPUs, remedies left out."""
    if gpus < 1:
        message = f"`gpus` is {gpus}; allowed: at least 1"
        raise InvalidInput(
            [Problem("spec-value", "error", ("gpus",), message, "How many GPUs the work is spread over.")]
        )
    training = workload.train or workload.fine_tune
    if training:
        from rackguard.sizing.training import size_training

        return size_training(workload, training, where, gpus)
    if workload.serve:
        from rackguard.sizing.serving import size_serving

        return size_serving(workload, workload.serve, where, gpus)
    if workload.vision:
        from rackguard.sizing.vision import size_vision

        return size_vision(workload, workload.vision, where, gpus)
    from rackguard.sizing.science import size_science

    assert workload.science is not None  # exactly one is given
    return size_science(workload, workload.science, where, gpus)


def counts(workload: Workload, where: Accelerator) -> tuple[int, ...]:
    """Numbers of GPUs to choose from, fewest first: whole nodes, of a GPU by itself also powers of two below."""
    if workload.science:
        ranks = workload.science.ranks
        return (ceil(ranks / where.per_node) * where.per_node if where.whole_nodes else ranks,)
    training = workload.train or workload.fine_tune
    block = block_of(training) if training else 1
    powers = [] if where.whole_nodes else [2**power for power in range(12) if 2**power < where.per_node]
    tried = [*powers, *(nodes * where.per_node for nodes in range(1, MOST_NODES + 1))]
    return tuple(count for count in tried if count % block == 0) or (block,)


def with_remedies(workload: Workload, where: Accelerator, sizing: Sizing) -> Sizing:
    """The sizing, and where it doesn't fit, what would make it fit."""
    if sizing.fits:
        return sizing
    from rackguard.sizing.fits import remedies

    return replace(sizing, remedies=remedies(workload, where, sizing))


def accelerator(on: str, catalog: Catalog | None = None) -> Accelerator:
    """The instance type or GPU of that name.

    Raises:
        InvalidInput: where the catalogue has none, or doesn't know its memory.
    """
    from rackguard.catalog.catalog import load
    from rackguard.spec.suggest import did_you_mean
    from rackguard.spec.values import echoed

    catalog = catalog or load()
    gpus = {gpu.name.lower(): gpu for gpu in catalog.gpus()}
    if on.lower() in gpus:
        return of_gpu(gpus[on.lower()])
    kind = catalog.find_instance_type(on)
    if kind is None:
        names = [*gpus, *(each.name for each in catalog.instance_types())]
        hint = did_you_mean(on, names) or "`rackguard list types` names what there is."
        raise InvalidInput(
            [Problem("spec-value", "error", ("on",), f"no GPU or instance type is called {echoed(on)}", hint)]
        )
    found = of_type(kind, catalog)
    if found is None:
        message = f"the memory of {kind.name}'s GPUs isn't known"
        raise InvalidInput([Problem("spec-value", "error", ("on",), message, "Choose a type of a newer family.")])
    return found
