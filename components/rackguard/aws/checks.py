"""A declaration planned and checked inside a program: errors end it before anything is made, warnings are logged."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import replace
from typing import TYPE_CHECKING

import pulumi

from rackguard.aws import clock
from rackguard.aws.reading import InvalidArguments
from rackguard.catalog.catalog import load
from rackguard.plan.checked import plan_and_validate
from rackguard.spec.problem import told
from rackguard.spec.stack_file import CLUSTER, REGION

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from rackguard.plan.types import ClusterPlan
    from rackguard.spec.problem import Problem
    from rackguard.spec.stack import Stack

REFUSED_WHEN_DEPLOYED = frozenset({"example-key"})
"""Warnings of a preview that are errors of a deployment."""
IN_WORDS: ContextVar[Callable[[Problem], Problem] | None] = ContextVar("IN_WORDS", default=None)
"""Puts warnings into the words of the program that is running, where these aren't Python's."""


def plan_and_check(
    component: str,
    stack: Stack,
    owner: pulumi.Resource | None,
    *,
    only: Collection[str] | None = None,
    further_zones: tuple[str, ...] = (),
) -> ClusterPlan:
    """The plan of a stack; of a part, held to what is said of the sections in `only`.

    `further_zones` are zone ids that get a subnet for nodes beside those that the stack's parts are in.

    Raises:
        InvalidArguments: with every error that a validator found.
    """
    checked = plan_and_validate(stack, load(), clock.now(), further_zones)
    found = [_of_arguments(problem) for problem in checked.problems]
    if only is not None:
        found = [problem for problem in found if problem.path and problem.path[0] in only]
    if errors := [problem for problem in found if _is_error(problem)]:
        raise InvalidArguments(component, errors)
    _warn(found, owner)
    return checked.plan


def _of_arguments(problem: Problem) -> Problem:
    """The problem with its path in the arguments, which have no file around them."""
    message, hint = (words.replace("`aws:region`", "`region`") for words in (problem.message, problem.hint))
    path = problem.path[len(CLUSTER) :] if problem.path[: len(CLUSTER)] == CLUSTER else problem.path
    return told(replace(problem, path=("region",) if path == REGION else path, message=message, hint=hint))


def _is_error(problem: Problem) -> bool:
    refused = problem.id in REFUSED_WHEN_DEPLOYED and not pulumi.runtime.is_dry_run()
    return problem.level == "error" or refused


def _warn(problems: Iterable[Problem], owner: pulumi.Resource | None) -> None:
    in_words = IN_WORDS.get()
    for problem in problems:
        if problem.level == "warning":
            said = in_words(problem) if in_words else problem
            pulumi.log.warn(f"{said.message} [{said.id}]", owner)
