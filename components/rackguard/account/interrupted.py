"""What a state says of operations that never came to their end."""

from __future__ import annotations

from typing import Any, Literal, cast, get_args

from rackguard.graph import engine_resource, read
from rackguard.graph.document import parse
from rackguard.graph.graph import AWS_PROVIDER, Graph
from rackguard.graph.resource import Resource
from rackguard.graph.steps import not_of_the_engine
from rackguard.record import record
from rackguard.spec.problem import InvalidInput
from rackguard.spec.values import shown

Doing = Literal["creating", "updating", "deleting", "reading", "importing"]


@record
class Operation:
    """One operation that was begun, and its resource as it was to be."""

    doing: Doing
    resource: Resource


@record
class Interrupted:
    """A stack's state and what was under way in it."""

    graph: Graph
    operations: tuple[Operation, ...]
    ids: frozenset[tuple[str, str]]
    """Type and id of everything that the state knows, also of what waits for its deletion. A role and its profile may
    have one name."""

    @property
    def stack(self) -> str:
        """The stack's name, without project and organization."""
        return self.graph.stack

    @property
    def creating(self) -> tuple[Resource, ...]:
        """What was being made."""
        return tuple(operation.resource for operation in self.operations if operation.doing == "creating")

    def provider(self) -> Resource | None:
        """The provider of AWS; the first where there are several."""
        return next(iter(self.graph.of_type(AWS_PROVIDER)), None)


def read_interrupted(content: bytes, name: str) -> Interrupted:
    """The output of `pulumi stack export`; `name` stands for it in messages.

    Raises:
        InvalidInput: it isn't as the engine writes it.
    """
    graph = _graph(content, name)
    deployment: dict[str, Any] = parse(content, name)[0]["deployment"]
    states: list[dict[str, Any]] = deployment.get("resources") or []
    return Interrupted(
        graph=graph,
        operations=_operations(deployment.get("pending_operations") or [], name),
        ids=frozenset((state["type"], state["id"]) for state in states if state.get("id")),
    )


def _graph(content: bytes, name: str) -> Graph:
    """The resources; none of a stack that was destroyed, or never came to anything."""
    try:
        return read.state_text(content, name)
    except InvalidInput as refused:
        if [problem.id for problem in refused.problems] != ["graph-empty"]:
            raise
        return Graph("", "", ())


def _operations(found: list[Any], name: str) -> tuple[Operation, ...]:
    problems: list[str] = []
    made: list[Operation] = []
    for number, each in enumerate(found):
        at = f"deployment.pending_operations[{number}]"
        fields = cast("dict[str, Any]", each) if isinstance(each, dict) else {}
        wrong = engine_resource.problems_of(fields.get("resource"), f"{at}.resource")
        if fields.get("type") not in get_args(Doing):
            wrong.append(f"`{at}.type` is {shown(fields.get('type'))}; allowed: {', '.join(get_args(Doing))}")
        problems += wrong
        if not wrong:
            made.append(Operation(fields["type"], engine_resource.resource_of(fields["resource"])))
    if problems:
        raise not_of_the_engine(problems, name)
    return tuple(made)
