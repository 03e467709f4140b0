"""Policy documents of IAM, keys, buckets, topics and queues: their statements, as text or as a mapping alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from rackguard.graph.resource import UNKNOWN, Secret
from rackguard.record import record
from rackguard_policies.embedded_text import KEPT
from rackguard_policies.rule import Finding, Judge, NotApplicable, Unproven
from rackguard_policies.values import Leaf, leaf, leaves

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


@record
class Condition:
    """One line of a statement's condition block."""

    operator: str
    """As written: `StringEquals`, `ForAnyValue:StringLike`, `ArnLikeIfExists`."""
    key: str
    """In lower case, as keys know no case: `aws:sourcearn`."""
    values: tuple[str, ...]
    """Any of which is enough; flags as `true` and `false`."""


@record
class Statement:
    """One statement, with single values as lists of one."""

    path: str
    """`policy.Statement[2]`."""
    allows: bool
    """False where it denies."""
    actions: tuple[str, ...]
    not_actions: tuple[str, ...]
    resources: tuple[str, ...]
    not_resources: tuple[str, ...]
    principals: tuple[tuple[str, str], ...]
    """Kind and name: `AWS` and an ARN, `Service` and a domain; `"*"` alone is of kind `*`."""
    not_principals: tuple[tuple[str, str], ...]
    conditions: tuple[Condition, ...]


def statements(place: Leaf) -> tuple[Statement, ...] | None:
    """The statements of the document at a place; None where it isn't known, or can't be read."""
    if isinstance(place.value, str):
        return _written(place.value, place.path)
    return None if _holds_unknown(place.value) else _statements(place.value, place.path)


@lru_cache(maxsize=KEPT)
def _written(text: str, path: str) -> tuple[Statement, ...] | None:
    try:
        document = json.loads(text)
    except ValueError:
        return None
    return _statements(document, path)


def _statements(document: Any, path: str) -> tuple[Statement, ...] | None:
    if not isinstance(document, dict):
        return None
    found = [item for item in leaves(document, "Statement[*]") if isinstance(item.value, dict)]
    return tuple(_statement(f"{path}.{item.path}", cast("dict[str, Any]", item.value)) for item in found)


def every_statement(path: str, fault: Callable[[Statement], str], wanted: str) -> Judge:
    """No statement of the documents at `path` may have a fault; `fault` tells what is there instead, or nothing."""

    def judge(subject: Subject) -> Iterator[Verdict]:
        for place in leaves(subject.resource.inputs, path):
            yield from faults(place, fault, wanted)

    return judge


def some_statement(path: str, holds: Callable[[Statement], bool], wanted: str) -> Judge:
    """One statement or more of the document at `path` must be so; where there is no document nothing is said."""

    def judge(subject: Subject) -> Iterator[Verdict]:
        place = leaf(subject.resource.inputs, path)
        found = statements(place)
        if place.absent:
            yield NotApplicable("it states no policy")
        elif found is None:
            yield Unproven(place.path, wanted)
        elif not any(map(holds, found)):
            yield Finding(place.path, wanted)

    return judge


def faults(place: Leaf, fault: Callable[[Statement], str], wanted: str, urn: str = "") -> Iterator[Verdict]:
    """A finding for each statement with a fault; unproven where the document can't be read, nothing where none is."""
    if place.absent:
        return
    found = statements(place)
    if found is None:
        yield Unproven(place.path, wanted, urn)
    for statement in found or ():
        if seen := fault(statement):
            yield Finding(statement.path, wanted, seen, urn)


def texts(value: Any) -> tuple[str, ...]:
    """A value or a list of values as texts; flags as JSON writes them."""
    items = cast("list[Any]", value) if isinstance(value, list) else [] if value is None else [value]
    return tuple(str(item).lower() if isinstance(item, bool) else str(item) for item in items)


def _holds_unknown(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_holds_unknown, cast("dict[str, Any]", value).values()))
    if isinstance(value, list):
        return any(map(_holds_unknown, cast("list[Any]", value)))
    return value is UNKNOWN or isinstance(value, Secret)


def _statement(path: str, given: Mapping[str, Any]) -> Statement:
    return Statement(
        path=path,
        allows=given.get("Effect") == "Allow",
        actions=texts(given.get("Action")),
        not_actions=texts(given.get("NotAction")),
        resources=texts(given.get("Resource")),
        not_resources=texts(given.get("NotResource")),
        principals=_principals(given.get("Principal")),
        not_principals=_principals(given.get("NotPrincipal")),
        conditions=tuple(_conditions(given.get("Condition"))),
    )


def _principals(given: Any) -> tuple[tuple[str, str], ...]:
    if isinstance(given, dict):
        named = cast("dict[str, Any]", given)
        return tuple((kind, name) for kind, names in named.items() for name in texts(names))
    return tuple(("*", name) for name in texts(given))


def _conditions(given: Any) -> Iterator[Condition]:
    for operator, lines in cast("dict[str, Any]", given).items() if isinstance(given, dict) else ():
        for key, values in cast("dict[str, Any]", lines).items() if isinstance(lines, dict) else ():
            yield Condition(operator, key.lower(), texts(values))
