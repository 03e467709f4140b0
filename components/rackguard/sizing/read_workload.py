"""From a workload file to a workload, or to everything that is wrong with it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from pydantic import ValidationError

from rackguard.sizing.contradictions import contradictions
from rackguard.sizing.workload import Workload
from rackguard.sizing.workload_figures import EXPONENT
from rackguard.spec.base import Model
from rackguard.spec.choice import words
from rackguard.spec.describe import fields_of
from rackguard.spec.placing import value_at
from rackguard.spec.problem import Path, Problem
from rackguard.spec.read_plain import read_plain
from rackguard.spec.rejection import problem_of
from rackguard.spec.suggest import did_you_mean
from rackguard.spec.values import named, shown

if TYPE_CHECKING:
    import os

    from pydantic_core import ErrorDetails

    from rackguard.spec.yaml_source import Document

_EXAMPLE = "Write `fine_tune: {model: llama-3.1-70b, method: lora, tokens: 2e9}`, for example."


def read_workload(path: str | os.PathLike[str]) -> Workload:
    """The workload in the file at `path`.

    Raises:
        InvalidInput: with everything that is wrong, each with its line and column.
    """
    return read_plain(path, parse, _is_large_number)


def _is_large_number(problem: Problem, document: Document) -> bool:
    """True for a number such as 2e9: readers of YAML disagree on it, but nobody else reads this file."""
    text = value_at(document, problem.path)
    return problem.id == "yaml-ambiguous-scalar" and isinstance(text, str) and bool(re.fullmatch(EXPONENT, text))


def parse(data: Any) -> tuple[Workload | None, list[Problem]]:
    """The workload that plain data describes, or None and all that is wrong with it."""
    if not isinstance(data, dict):
        given = "empty" if data is None else f"{shown(data)}, not a mapping"
        return None, [Problem("spec-value", "error", (), f"the workload is {given}", _EXAMPLE)]
    problems: list[Problem] = []
    workload = None
    try:
        workload = Workload.model_validate(data)
    except ValidationError as error:
        problems = [_problem(each) for each in error.errors(include_url=False)]
    problems += _contradictions(cast("dict[str, Any]", data), workload)
    if problems and not any(problem.id == "spec-choice" and not problem.path for problem in problems):
        problems += _choice(cast("dict[str, Any]", data))
    return (None if problems else workload), problems


def _choice(data: dict[str, Any]) -> list[Problem]:
    """Several kinds of work, or none: the model looks at that only where all else is right."""
    (names,) = Workload.exactly_one_of
    given = [name for name in names if data.get(name) is not None]
    return [] if len(given) == 1 else [Problem("spec-choice", "error", (), words(given, names), _EXAMPLE)]


def _contradictions(data: dict[str, Any], workload: Workload | None) -> list[Problem]:
    """Those of every part that can be understood by itself, whatever is wrong with the others."""
    found: list[Problem] = []
    for key, shape in fields_of(Workload).items():
        if shape.model is None or key not in data:
            continue
        part = getattr(workload, key) if workload else _alone(shape.model, data[key])
        found += contradictions(part, (key,)) if part else []
    return found


def _alone(model: type[Model], data: Any) -> Model | None:
    try:
        return model.model_validate(data)
    except ValidationError:
        return None


def _problem(error: ErrorDetails) -> Problem:
    """One of pydantic's errors, in words."""
    path: Path = tuple(error["loc"])
    if error["type"] == "extra_forbidden":
        around = _fields(path[:-1])
        message = f"there is no key {named(path)}; allowed: {', '.join(around)}"
        return Problem("spec-unknown-key", "error", path, message, did_you_mean(str(path[-1]), around))
    if error["type"] == "exactly_one":
        where = f"{named(path)}: " if path else ""
        return Problem("spec-choice", "error", path, f"{where}{error['msg']}", "" if path else _EXAMPLE)
    if error["type"] == "no_transformer":
        path = (*path, "model")
        message = f"{named(path)} is {error.get('ctx', {})['model']}; allowed: a transformer, which it isn't"
        return Problem("spec-value", "error", path, message, "Networks for images go under `vision`.")
    problem = problem_of(error, path, (), Workload)
    if "a share from" in problem.message and not isinstance(error["input"], str):
        return replace(problem, hint="Write it with its sign: `20%`.")
    return problem


def _fields(path: Path) -> list[str]:
    from rackguard.spec.describe import shape_at

    shape = shape_at(path, Workload)
    return list(shape.fields) if shape else []
