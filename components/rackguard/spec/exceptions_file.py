"""A file of exceptions from guardrails: a list of what a stack file says under `exceptions`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from pydantic import ValidationError

from rackguard.spec.exceptions import RuleException
from rackguard.spec.problem import Path, Problem
from rackguard.spec.read_plain import read_plain
from rackguard.spec.rejection import problem_of
from rackguard.spec.suggest import did_you_mean
from rackguard.spec.values import named, shown

if TYPE_CHECKING:
    import os

    from pydantic_core import ErrorDetails

_EXAMPLE = '- {rule: ec2-imdsv2, resource: llm-*-template, reason: …, owner: ana, until: "2027-03-31"}'
_FIELDS = tuple(RuleException.model_fields)


def read_exceptions(path: str | os.PathLike[str]) -> tuple[RuleException, ...]:
    """The exceptions in the file at `path`.

    Raises:
        InvalidInput: with everything that is wrong, each with its line and column.
    """
    return read_plain(path, _read)


def _read(data: Any) -> tuple[tuple[RuleException, ...] | None, list[Problem]]:
    if not isinstance(data, list):
        given = "empty" if data is None else f"{shown(data)}, not a list"
        message = f"the file is {given}; a list of exceptions is needed"
        return None, [Problem("spec-value", "error", (), message, f"Write: {_EXAMPLE}")]
    found: list[RuleException] = []
    problems: list[Problem] = []
    for index, item in enumerate(cast("list[Any]", data)):
        try:
            found.append(RuleException.model_validate(item))
        except ValidationError as error:
            problems += [_problem(each, index) for each in error.errors()]
    return (None if problems else tuple(found)), problems


def _problem(error: ErrorDetails, index: int) -> Problem:
    """One of pydantic's errors, with its path in the file."""
    in_cluster: Path = ("exceptions", index, *error["loc"])
    if error["type"] == "extra_forbidden":
        key = str(error["loc"][-1])
        message = f"there is no key {named(in_cluster)}; allowed: {', '.join(_FIELDS)}"
        problem = Problem("spec-unknown-key", "error", (), message, did_you_mean(key, _FIELDS))
    else:
        problem = problem_of(error, in_cluster, ())
    return replace(problem, path=(index, *error["loc"]))
