"""YAML files other than stack files: what is in them, or everything that is wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from rackguard.spec.placing import in_file_order, placed, value_at
from rackguard.spec.problem import InvalidInput, Problem
from rackguard.spec.read_cluster import Reading
from rackguard.spec.yaml_source import CannotRead, Document, read_file

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable

Found = TypeVar("Found")


def read_plain(
    path: str | os.PathLike[str],
    parse: Callable[[Any], tuple[Found | None, list[Problem]]],
    is_fine: Callable[[Problem, Document], bool] = lambda _problem, _document: False,
) -> Found:
    """What `parse` makes of the plain values in the file at `path`: None, and why, where something is wrong.

    `is_fine` tells of what the reader of YAML has to say whether it is no problem in this file.

    Raises:
        InvalidInput: with everything that is wrong, each with its line and column.
    """
    try:
        document = read_file(path)
    except CannotRead as error:
        raise InvalidInput([error.problem]) from None
    said = [problem for problem in document.problems if not is_fine(problem, document)]
    found, problems = parse(document.data) if document.readable else (None, [])
    if found is None or said:
        refused = {problem.path for problem in said}
        marked = [placed(problem, document, Reading()) for problem in problems if problem.path not in refused]
        raise InvalidInput([*in_file_order([*said, *marked])])
    return found


def marked(path: str | os.PathLike[str], problems: Iterable[Problem]) -> list[Problem]:
    """Problems that showed up later in what the file at `path` says, each with its line and column."""
    try:
        document = read_file(path)
    except CannotRead:
        return list(problems)
    return [
        placed(problem, document, Reading()) if value_at(document, problem.path[:1]) is not None else problem
        for problem in problems
    ]
