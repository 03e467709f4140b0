"""The steps of a preview: what the engine would do to each resource, and what is left when all are done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from rackguard.graph.document import refusal
from rackguard.graph.engine_resource import problems_of, resource_of
from rackguard.graph.graph import STACK, Graph
from rackguard.graph.resource import Resource
from rackguard.graph.urn import stack_and_project
from rackguard.record import record
from rackguard.spec.problem import InvalidInput, Mark, Problem

_GONE = frozenset({"delete", "discard"})
"""Operations after which a resource is no more. A `delete-replaced` one goes on as what replaced it."""
REFRESH = "refresh"
"""The operation that looks what became of a resource; where the program still declares it, another follows."""
_MOST_PROBLEMS = 20
DEEPEST = 100
"""Levels of parents that are read: the URN of a resource names the types of all, so that no program has as many."""


@record
class Step:
    """One operation on one resource; a replacement has several, in an order of the engine's choice."""

    operation: str
    urn: str
    after: Any
    """The resource as it will be; None where it is deleted."""
    at: str
    """Where the step is in the file."""


def left(steps: Iterable[Step]) -> dict[str, Step]:
    """The last that is said of each resource that the steps leave, by URN, in the order of the steps."""
    found: dict[str, Step] = {}
    for step in steps:
        if step.operation in _GONE or (step.operation == REFRESH and step.after is None):
            found.pop(step.urn, None)
        elif step.after is not None:
            found[_urn_after(step)] = step
    return found


def _urn_after(step: Step) -> str:
    after: Any = step.after
    written: Any = cast("dict[str, Any]", after).get("urn") if isinstance(after, dict) else None
    return written if isinstance(written, str) else step.urn


def resources_of(states: Iterable[tuple[Any, str]], name: str) -> tuple[Resource, ...]:
    """Resources from what the engine writes of them, each with its place in the file `name`.

    Raises:
        InvalidInput: not as the engine writes it, all of it up to a screenful.
    """
    known = list(states)
    if problems := [problem for state, at in known for problem in problems_of(state, at)]:
        raise not_of_the_engine(problems, name)
    return tuple(resource_of(state) for state, _ in known)


def not_of_the_engine(problems: list[str], name: str) -> InvalidInput:
    """Refuses a file whose values aren't what Pulumi writes."""
    hint = "Was it changed by hand? Make it again with Pulumi."
    mark = Mark(name, 1, 1)
    shown = [Problem("graph-shape", "error", (), problem, hint, mark) for problem in problems[:_MOST_PROBLEMS]]
    if more := len(problems) - len(shown):
        shown.append(Problem("graph-shape", "error", (), f"{more:,} more problems of this kind", hint, mark))
    return InvalidInput(shown)


def graph_of(resources: tuple[Resource, ...], lacks: tuple[str, ...], name: str, *, whole: bool = True) -> Graph:
    """The graph of a stack's resources; what the stack exports is in the outputs of the stack itself.

    Raises:
        InvalidInput: there are no resources, or they are of several stacks.
    """
    if not resources:
        hint = "Preview a stack that declares some, or export one that is deployed."
        raise refusal("graph-empty", name, "there are no resources in it", hint)
    owners = list(dict.fromkeys(stack_and_project(resource.urn) for resource in resources))
    if len(owners) > 1:
        words = ", ".join(f"{stack} of {project}" for stack, project in owners[:3])
        raise not_of_the_engine([f"resources of {len(owners)} stacks are in one file: {words}"], name)
    depths, inside = _depths({resource.urn: resource.parent for resource in resources})
    if inside:
        raise not_of_the_engine([f"{urn} is below itself, by its parents" for urn in inside], name)
    if deep := [urn for urn, depth in depths.items() if depth > DEEPEST]:
        raise not_of_the_engine([f"{deep[0][:200]} is below more than {DEEPEST} others, by its parents"], name)
    (stack, project) = owners[0]
    root = next((resource for resource in resources if resource.type == STACK), None)
    return Graph(stack, project, resources, root.outputs if root else {}, lacks, whole)


def _depths(parents: dict[str, str | None]) -> tuple[dict[str, int], list[str]]:
    """How many are above each URN, and the URNs that are reached again by way of their parents."""
    depths: dict[str, int] = {}
    again: list[str] = []
    for urn in parents:
        way: dict[str, None] = {}
        above: str | None = urn
        while above is not None and above in parents and above not in depths and above not in way:
            way[above] = None
            above = parents[above]
        if above in way:
            again.append(above)
        start = depths.get(above or "", -1) + 1
        depths.update((below, start + place) for place, below in enumerate(reversed(way)))
    return depths, again
