"""Checking what can be checked: what is refused is left out, and the rest is validated again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from pydantic import ValidationError

from rackguard.spec.cluster import Cluster
from rackguard.spec.problem import Path, Problem
from rackguard.spec.rejection import problem_of

ROUNDS = 20
"""More than models are deep: each round drops at least one refused value or its owner."""


def validate(values: dict[str, Any], at: Path) -> tuple[Cluster | None, tuple[Path, ...], list[Problem]]:
    """The cluster as far as it is understood, the paths left out, and all problems.

    One slip must not hide the others, so a refused value is dropped and the rest validated again.
    `at` is the cluster's path in the file.
    """
    problems: list[Problem] = []
    left_out: list[Path] = []
    for _ in range(ROUNDS):
        try:
            return Cluster.model_validate(values), tuple(left_out), problems
        except ValidationError as error:
            refused = error.errors(include_url=False)
        for detail in refused:
            problem = at_original_place(problem_of(detail, at), tuple(left_out), len(at))
            if not follows(problem.path[len(at) :], tuple(left_out)):
                problems.append(problem)
        paths = {
            _to_leave_out(tuple(part for part in detail["loc"] if part != "[key]"), detail["type"])
            for detail in refused
        }
        if () in paths:
            break
        for path in sorted(paths, key=_deepest_and_last_first, reverse=True):
            values = _without(values, path)
            left_out.append(path)
    return None, tuple(left_out), problems


def follows(path: Path, left_out: tuple[Path, ...]) -> bool:
    """True for a complaint that may only exist because something in it, or around it, was left out."""
    return any(gone[: len(path)] == path or path[: len(gone)] == gone for gone in left_out)


def at_original_place(problem: Problem, left_out: tuple[Path, ...], depth: int = 2) -> Problem:
    """Undo the shift of list indexes behind items that were left out; `depth` is where the cluster's path ends."""
    prefix, path = problem.path[:depth], problem.path[depth:]
    for gone in reversed(left_out):
        index, last = len(gone) - 1, gone[-1]
        if isinstance(last, int) and len(path) > index and path[:index] == gone[:-1]:
            here = path[index]
            if isinstance(here, int) and here >= last:
                path = (*path[:index], here + 1, *path[index + 1 :])
    return problem if prefix + path == problem.path else replace(problem, path=prefix + path)


def _deepest_and_last_first(path: Path) -> tuple[int, list[str]]:
    return len(path), [f"{part:09d}" if isinstance(part, int) else part for part in path]


def _to_leave_out(path: Path, kind: str) -> Path:
    """What to drop so that the rest can be checked: the value itself, or the owner of what is missing."""
    return path[:-1] if kind == "missing" else path


def _without(value: Any, path: Path) -> Any:
    if not path:
        return None
    head, rest = path[0], path[1:]
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value)
        if not rest:
            return {key: item for key, item in items.items() if key != head}
        return {key: _without(item, rest) if key == head else item for key, item in items.items()}
    if isinstance(value, list):
        entries = cast("list[Any]", value)
        if not rest:
            return [item for index, item in enumerate(entries) if index != head]
        return [_without(item, rest) if index == head else item for index, item in enumerate(entries)]
    return value
