"""From a stack file to a checked declaration, or to everything that is wrong with it."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, cast

from rackguard.record import record
from rackguard.spec.placing import in_file_order, placed, value_at
from rackguard.spec.problem import InvalidInput, Path, Problem
from rackguard.spec.read_cluster import Reading, read_cluster
from rackguard.spec.stack import Stack
from rackguard.spec.stack_file import CLUSTER, cluster_of, region_of, settings_of, unknown_settings

if TYPE_CHECKING:
    from rackguard.spec.yaml_source import Document

__all__ = ["CLUSTER", "Loaded", "check", "load_stack", "place", "stack_name"]


@record
class Loaded:
    """A stack file after reading: what it declares (as far as it could be understood) and what is wrong."""

    stack: Stack | None
    problems: tuple[Problem, ...]
    """In file order, each with its place."""
    document: Document
    reading: Reading


def load_stack(path: FilePath) -> Loaded:
    """Read the stack file at `path`.

    Raises:
        InvalidInput: where there is no such file, or it can't be read.
    """
    from rackguard.spec.yaml_source import CannotRead, read_file

    try:
        document = read_file(path)
    except CannotRead as error:
        raise InvalidInput([error.problem]) from None
    return check(document, stack_name(path))


def stack_name(path: FilePath) -> str:
    """`prod` of `stacks/Pulumi.prod.yaml`; the file's name without its ending otherwise."""
    stem = path.name.removesuffix(".yaml").removesuffix(".yml")
    return stem.removeprefix("Pulumi.") or stem


def check(document: Document, name: str) -> Loaded:
    """Check a document that was read; every problem has its place, in file order."""
    if not document.readable:
        return Loaded(None, document.problems, document, Reading())
    refused = _refused(document)
    settings, problems = settings_of(document.data)
    stack, reading = None, Reading()
    if settings is not None:
        region, found = region_of(settings)
        problems += [*found, *unknown_settings(settings)]
        values, found = cluster_of(settings)
        problems += found
        if values is not None:
            inside = frozenset(path[len(CLUSTER) :] for path in refused if path[: len(CLUSTER)] == CLUSTER)
            reading = read_cluster(values, CLUSTER, inside)
            stack = _stack(name, region, values, reading)
    problems = [problem for problem in problems if problem.path not in refused]
    found = [placed(problem, document, reading) for problem in (*problems, *reading.problems)]
    return Loaded(stack, in_file_order([*document.problems, *found]), document, reading)


def place(problems: list[Problem], loaded: Loaded) -> list[Problem]:
    """Give problems found later their places in the file, and put all of them in file order.

    Left out are those that only exist because something could not be understood, and those of a pool that the pool
    which it is like has as well.
    """
    reading = loaded.reading
    new = {problem for problem in problems if problem.mark is None}
    own = [found for problem in new if (found := reading.as_written(problem, CLUSTER))]
    known = {(problem.id, problem.path) for problem in own}
    found = [
        placed(problem, loaded.document, reading, known)
        for problem in own
        if (problem.id, reading.origin(problem.path)) not in known - {(problem.id, problem.path)}
    ]
    earlier = [problem for problem in problems if problem.mark is not None]
    return list(in_file_order([*loaded.problems, *earlier, *found]))


def _refused(document: Document) -> frozenset[Path]:
    """The scalars of which it has been said that they can't be understood, and the keys."""
    paths = (problem.path for problem in document.problems if problem.id != "yaml-duplicate-key")
    return frozenset(path for path in paths if not isinstance(value_at(document, path), (dict, list)))


def _stack(name: str, region: str | None, values: dict[str, Any], reading: Reading) -> Stack | None:
    if region is None or reading.cluster is None:
        return None
    return Stack(
        name,
        region,
        reading.cluster,
        tuple(sorted(reading.left_out.paths, key=repr)),
        _names(values.get("storage")),
        _names(values.get("pools")),
    )


def _names(value: Any) -> frozenset[str]:
    return frozenset(cast("dict[str, Any]", value)) if isinstance(value, dict) else frozenset()
