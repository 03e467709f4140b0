"""The output of `pulumi preview --json`: one document with every step that the engine would take."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, cast

from rackguard.graph.document import refusal
from rackguard.graph.graph import STACK, Graph
from rackguard.graph.steps import REFRESH, Step, graph_of, left, not_of_the_engine, resources_of
from rackguard.record import record
from rackguard.spec.problem import InvalidInput
from rackguard.spec.values import shown

LACKS = (
    "whether a secret's value is known yet",
    "the options aliases, deleteBeforeReplace and version",
    "ids of what is made anew, and what the cloud will answer",
)
EXPORTS = "what the stack exports"
"""Said where it is missing: only a preview after a refresh has it."""
_SHOW_ALL = "pulumi preview --json --show-sames"

Operation = Literal["added", "removed", "changed", "replaced"]
_OPERATIONS: dict[str, Operation] = {
    "create": "added",
    "import": "added",
    "delete": "removed",
    "update": "changed",
    "replace": "replaced",
    "create-replacement": "replaced",
}
_STAYING = frozenset({"same", "update"})
"""After them a resource is the one that it was, with the id and the answers of the cloud that its old state has."""
_LAST_STEPS = frozenset({"delete", "delete-replaced"})
"""With a state that is marked as deleted they clear up what an older update left; a replacement marks its own too."""


@record
class Changes:
    """What a preview would change."""

    before: Graph
    """What is deployed, as far as the preview tells."""
    operations: dict[str, Operation]
    """By URN; what stays as it is isn't among them."""


def read(document: dict[str, Any], name: str) -> Graph:
    """The resources as they would be after the update; `name` is the file's, for messages.

    Raises:
        InvalidInput: the preview failed, holds no resources, or isn't as the engine writes it.
    """
    _refuse_failed(document.get("diagnostics"), name)
    steps = _steps(document, name)
    found = left(steps)
    refreshed = [urn for urn, step in found.items() if step.operation == REFRESH]
    unprinted = _unchanged(document) - sum(step.operation == "same" for step in steps)
    if unprinted <= 0:  # what is still declared has another step after its refresh
        found = {urn: step for urn, step in found.items() if step.operation != REFRESH}
    resources = resources_of(((step.after, step.at) for step in found.values()), name)
    exports = any(resource.outputs for resource in resources if resource.type == STACK)
    lacks = (*LACKS, *(() if exports else (EXPORTS,)), *_left_out(unprinted, len(refreshed)))
    return graph_of(resources, lacks, name, whole=unprinted <= len(refreshed))


def read_changes(document: dict[str, Any], after: Graph, name: str) -> Changes:
    """What the same preview says of what is deployed, and what would become of it; `after` is what it leaves.

    Raises:
        InvalidInput: what is deployed isn't as the engine writes it.
    """
    states: dict[str, tuple[Any, str]] = {}
    operations: dict[str, Operation] = {}
    for number, step in enumerate(cast("list[dict[str, Any]]", document.get("steps", []))):
        old: Any = step.get("oldState")
        urn: str = step["urn"]
        left_over = step["op"] in _LAST_STEPS and isinstance(old, dict) and cast("dict[str, Any]", old).get("delete")
        if isinstance(old, dict) and not left_over:
            states.setdefault(urn, (cast("Any", old), f"steps[{number}].oldState"))
        if operation := _OPERATIONS.get(step["op"]):
            operations[urn] = operation
    resources = resources_of(states.values(), name)
    if not resources:
        return Changes(replace(after, resources=(), outputs={}), operations)
    return Changes(graph_of(resources, after.lacks, name, whole=after.whole), operations)


def _refuse_failed(diagnostics: Any, name: str) -> None:
    """What the program declares after an error isn't in the preview."""
    for diagnostic in cast("list[Any]", diagnostics) if isinstance(diagnostics, list) else []:
        if isinstance(diagnostic, dict) and cast("dict[str, Any]", diagnostic).get("severity") == "error":
            raise _failed(str(cast("dict[str, Any]", diagnostic).get("message", "")), name)


def _failed(message: str, name: str) -> InvalidInput:
    """What is said of a preview that ended in an error with this message."""
    lines = [line.strip() for line in message.removeprefix("error: ").splitlines() if line.strip()]
    first = lines[0] if lines else "no reason is given"
    if first.endswith(":") and len(lines) > 1:  # a traceback stands between it and the error itself
        first = f"{first} {lines[-1]}"
    return refusal("graph-failed", name, f"the preview failed: {first[:200]}", "Mend that, and preview again.")


def _steps(document: dict[str, Any], name: str) -> list[Step]:
    found = document.get("steps", [])
    if not isinstance(found, list):
        raise not_of_the_engine([f"`steps` is {shown(found)}; a list is needed"], name)
    steps = list(enumerate(cast("list[Any]", found)))
    if problems := [problem for number, step in steps for problem in _problems(step, f"steps[{number}]")]:
        raise not_of_the_engine(problems, name)
    return [Step(step["op"], step["urn"], _after(step), f"steps[{number}].newState") for number, step in steps]


def _after(step: dict[str, Any]) -> Any:
    """The resource as it will be; one that stays by the id that it has."""
    after, old = step.get("newState"), step.get("oldState")
    if step["op"] not in _STAYING or not isinstance(after, dict) or not isinstance(old, dict):
        return cast("Any", after)
    new, was = cast("dict[str, Any]", after), cast("dict[str, Any]", old)
    return {**{key: was[key] for key in ("id", "outputs") if key in was}, **new} if new.get("custom") else new


def _problems(step: Any, at: str) -> list[str]:
    if not isinstance(step, dict):
        return [f"`{at}` is {shown(step)}; a step is needed"]
    fields = cast("dict[str, Any]", step)
    return [
        f"`{at}.{key}` is {shown(fields.get(key))}; text is needed"
        for key in ("op", "urn")
        if not isinstance(fields.get(key), str)
    ]


def _unchanged(document: dict[str, Any]) -> int:
    """How many resources don't change, by the preview's own count."""
    counted = document.get("changeSummary")
    same = cast("dict[str, Any]", counted).get("same", 0) if isinstance(counted, dict) else 0
    return same if isinstance(same, int) else 0


def _left_out(unprinted: int, refreshed: int) -> list[str]:
    """What isn't said of the resources that don't change and have no step, or none but their refresh."""
    if unprinted > refreshed:
        return [f"{unprinted - refreshed:,} resources that don't change: `{_SHOW_ALL}` prints them"]
    if 0 < unprinted < refreshed:
        return [f"which {refreshed - unprinted:,} of {refreshed:,} resources are no more: `{_SHOW_ALL}` tells"]
    return []
