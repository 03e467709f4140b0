"""Where in a file a problem is shown, and in which order."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from rackguard.spec.problem import Mark, Path, Problem, told

if TYPE_CHECKING:
    from rackguard.spec.read_cluster import Reading
    from rackguard.spec.yaml_source import Document

_OF_KEYS = frozenset({"spec-unknown-key", "stack-key", "stack-setting", "stack-file"})
"""Problems of a key, not of what stands under it."""

_OF_VALUES = frozenset({"spec-value", "spec-private-key"})
"""Problems that an alias repeats wherever the value is used."""


def placed(problem: Problem, document: Document, reading: Reading, known: Collection[tuple[str, Path]] = ()) -> Problem:
    """The problem with its line and column.

    What a pool inherits is shown where it is written where the pool that wrote it has the same problem (`known`, by
    id and path), and at the pool's `like` otherwise: only together do the two make it.
    """
    if problem.mark:
        return problem
    path, origin = problem.path, reading.origin(problem.path)
    if origin != path:
        path = origin if (problem.id, origin) in known else (*path[:4], "like")
    return replace(problem, mark=_mark(document, reading.in_file(path), of_key=problem.id in _OF_KEYS))


def _mark(document: Document, path: Path, *, of_key: bool) -> Mark:
    """A scalar's own place; the key's of anything larger, and the owner's key of what isn't there."""
    if of_key or value_at(document, path) is None or isinstance(value_at(document, path), (dict, list)):
        return document.key_mark(path)
    return document.mark(path)


def value_at(document: Document, path: Path) -> Any:
    """What `path` leads to in a document; None where it leads nowhere."""
    value: Any = document.data
    for part in path:
        if isinstance(value, dict):
            value = cast("dict[str, Any]", value).get(str(part))
        elif isinstance(value, list) and isinstance(part, int):
            items = cast("list[Any]", value)
            value = items[part] if part < len(items) else None
        else:
            return None
    return value


def in_file_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems as they stand in the file, each once: what an alias repeats is one slip. Nothing private is told."""
    ordered = sorted(dict.fromkeys(map(told, problems)), key=_order)
    first: dict[tuple[Any, ...], Problem] = {}
    for problem in ordered:
        place = (problem.mark, problem.id, problem.path[-1:]) if problem.id in _OF_VALUES else (problem,)
        first.setdefault(place, problem)
    return tuple(first.values())


def _order(problem: Problem) -> tuple[int, int, str, str]:
    mark = problem.mark
    return (mark.line, mark.column, problem.id, problem.message) if mark else (0, 0, problem.id, problem.message)
