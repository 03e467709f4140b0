"""The output of `pulumi preview --json` as a stream: one event a line (PULUMI_ENABLE_STREAMING_JSON_PREVIEW)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from rackguard.graph.document import refusal
from rackguard.graph.graph import Graph
from rackguard.graph.preview import failed
from rackguard.graph.steps import Step, graph_of, left, not_of_the_engine, resources_of
from rackguard.spec.values import shown

LACKS = (
    "which resource depends on which",
    "options of resources, but for protect and retainOnDelete",
    "where resources are declared",
    "whether a secret's value is known yet",
)
_OF_RESOURCES = frozenset({"resourcePreEvent", "resOutputsEvent"})


def read(events: list[Any], name: str) -> Graph:
    """The resources as they would be after the update; `name` is the file's, for messages.

    Raises:
        InvalidInput: the preview failed or was cut off, is none but an update, holds no resources, or isn't as the
            engine writes it.
    """
    if problems := [_problem(event, number) for number, event in enumerate(events, 1) if not isinstance(event, dict)]:
        raise not_of_the_engine(problems, name)
    known = cast("list[dict[str, Any]]", events)
    _refuse_unfinished(known, name)
    found = left(_steps(known, name)).values()
    return graph_of(resources_of(((step.after, step.at) for step in found), name), LACKS, name)


def _problem(event: Any, number: int) -> str:
    return f"the event in line {number} is {shown(event)}; a mapping is needed"


def _refuse_unfinished(events: list[dict[str, Any]], name: str) -> None:
    for event in events:
        diagnostic = event.get("diagnosticEvent")
        if isinstance(diagnostic, dict) and cast("dict[str, Any]", diagnostic).get("severity") == "error":
            raise failed(str(cast("dict[str, Any]", diagnostic).get("message", "")), name)
    summary = next((event["summaryEvent"] for event in reversed(events) if "summaryEvent" in event), None)
    if summary is None:
        hint = "It was cut off, or is still being written: preview again."
        raise refusal("graph-failed", name, "the stream has no summary, which is its last event", hint)
    if isinstance(summary, dict) and cast("dict[str, Any]", summary).get("isPreview") is False:
        hint = "`pulumi stack export` prints the state after it: save that, and give it with --state."
        raise refusal("graph-kind", name, "a preview is needed; these are the events of an update", hint)


def _steps(events: list[dict[str, Any]], name: str) -> Iterator[Step]:
    """What is said of a resource before its operation, and after it, with what it answered."""
    for number, event in enumerate(events, start=1):
        for key in _OF_RESOURCES & event.keys():
            at = f"line {number}: {key}.metadata"
            found = event[key]
            metadata: Any = cast("dict[str, Any]", found).get("metadata") if isinstance(found, dict) else None
            fields = cast("dict[str, Any]", metadata) if isinstance(metadata, dict) else {}
            if not isinstance(fields.get("op"), str) or not isinstance(fields.get("urn"), str):
                raise not_of_the_engine([f"`{at}` is {shown(metadata)}; `op` and `urn` are needed"], name)
            yield Step(fields["op"], fields["urn"], fields.get("new"), f"{at}.new")
