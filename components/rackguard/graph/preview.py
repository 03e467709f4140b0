"""The output of `pulumi preview --json`: one document with every step that the engine would take."""

from __future__ import annotations

from typing import Any, cast

from rackguard.graph.document import refusal
from rackguard.graph.graph import Graph
from rackguard.graph.steps import Step, graph_of, left, not_of_the_engine
from rackguard.spec.problem import InvalidInput
from rackguard.spec.values import shown

LACKS = (
    "whether a secret's value is known yet",
    "the options deleteBeforeReplace and version",
    "what the stack exports, unless it was deployed before",
)


def read(document: dict[str, Any], name: str) -> Graph:
    """The resources as they would be after the update; `name` is the file's, for messages.

    Raises:
        InvalidInput: the preview failed, holds no resources, or isn't as the engine writes it.
    """
    _refuse_failed(document.get("diagnostics"), name)
    steps = _steps(document, name)
    return graph_of(left(steps, name), (*LACKS, *_left_out(document, steps)), name)


def _refuse_failed(diagnostics: Any, name: str) -> None:
    """What the program declares after an error isn't in the preview."""
    for diagnostic in cast("list[Any]", diagnostics) if isinstance(diagnostics, list) else []:
        if isinstance(diagnostic, dict) and cast("dict[str, Any]", diagnostic).get("severity") == "error":
            raise failed(str(cast("dict[str, Any]", diagnostic).get("message", "")), name)


def failed(message: str, name: str) -> InvalidInput:
    """What is said of a preview that ended in an error with this message."""
    first = next((line.strip() for line in message.splitlines() if line.strip()), "no reason is given")
    return refusal("graph-failed", name, f"the preview failed: {first[:200]}", "Mend that, and preview again.")


def _steps(document: dict[str, Any], name: str) -> list[Step]:
    found = document.get("steps", [])
    if not isinstance(found, list):
        raise not_of_the_engine([f"`steps` is {shown(found)}; a list is needed"], name)
    steps = list(enumerate(cast("list[Any]", found)))
    if problems := [problem for number, step in steps for problem in _problems(step, f"steps[{number}]")]:
        raise not_of_the_engine(problems, name)
    return [Step(step["op"], step["urn"], step.get("newState"), f"steps[{number}].newState") for number, step in steps]


def _problems(step: Any, at: str) -> list[str]:
    if not isinstance(step, dict):
        return [f"`{at}` is {shown(step)}; a step is needed"]
    fields = cast("dict[str, Any]", step)
    return [
        f"`{at}.{key}` is {shown(fields.get(key))}; text is needed"
        for key in ("op", "urn")
        if not isinstance(fields.get(key), str)
    ]


def _left_out(document: dict[str, Any], steps: list[Step]) -> list[str]:
    """Resources that the preview counts and doesn't print."""
    counted = document.get("changeSummary")
    same = cast("dict[str, Any]", counted).get("same", 0) if isinstance(counted, dict) else 0
    printed = sum(step.operation == "same" for step in steps)
    if not isinstance(same, int) or same <= printed:
        return []
    return [f"{same - printed:,} resources that don't change: `pulumi preview --json --show-sames` prints them"]
