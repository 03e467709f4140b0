"""The stream of `pulumi preview --json`: the same resources with less said of each."""

from __future__ import annotations

from typing import Any

import pytest
from tests.graph.engine_files import STACK, event, stack, state, stream, urn_of

from rackguard.graph.events import LACKS
from rackguard.graph.graph import Graph
from rackguard.graph.read import preview_text
from rackguard.graph.resource import UNKNOWN, Options, Secret
from rackguard.spec.problem import InvalidInput, Problem

NO_VPC = {"severity": "error", "message": "no vpc"}
ROOT = event("create", "shop-dev", stack(), "pulumi:pulumi:Stack")


def read(*events: Any) -> Graph:
    return preview_text(stream(ROOT, *events), "p.json")


def refused(content: bytes) -> Problem:
    with pytest.raises(InvalidInput) as caught:
        preview_text(content, "p.json")
    (problem,) = caught.value.problems
    return problem


def test_resources_are_read_as_from_the_one_document():
    secret = {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "ciphertext": "[secret]"}
    inputs = {"size": 3, "path": "04da6b54-80e4-46f7-96ec-b56ff0331ba9", "password": secret}
    graph = read(event("create", "d", state("d", inputs=inputs, protect=True, dependencies=None)))
    (root, disk) = graph.resources
    assert (root.urn, root.parent, root.custom) == (STACK, None, False)
    assert (disk.urn, disk.parent, disk.custom) == (urn_of("d"), STACK, True)
    assert disk.inputs == {"size": 3, "path": UNKNOWN, "password": Secret(known=True)}
    assert disk.options == Options(protect=True)
    assert (disk.dependencies, disk.property_dependencies, disk.position) == ((), {}, None)


def test_it_says_what_a_stream_lacks():
    assert read().lacks == LACKS
    assert LACKS[0] == "which resource depends on which"


def test_only_what_is_left_is_there_and_other_events_say_nothing_of_it():
    graph = read(
        event("delete", "gone", None),
        {"sequence": 1, "timestamp": 1, "stdoutEvent": {"message": "hello"}},
        {"sequence": 1, "timestamp": 1, "diagnosticEvent": {"severity": "warning", "message": "old"}},
        event("update", "d", state("d")),
        {"sequence": 1, "timestamp": 1, "resOutputsEvent": {"metadata": {"op": "update", "urn": urn_of("d")}}},
    )
    assert [one.name for one in graph.resources] == ["shop-dev", "d"]


def test_what_the_stack_exports_and_what_is_foreseen_come_after_the_operation():
    root = event("same", "shop-dev", stack(outputs={"vpc": "vpc-1"}), "pulumi:pulumi:Stack")
    after = event("create", "d", state("d", outputs={"size": 3}))
    for one in (root, after):
        one["resOutputsEvent"] = one.pop("resourcePreEvent")
    graph = read(event("create", "d", state("d", outputs={})), after, root)
    assert graph.outputs == {"vpc": "vpc-1"}
    assert graph.by_urn[urn_of("d")].outputs == {"size": 3}
    assert [one.name for one in graph.resources] == ["shop-dev", "d"]


def test_what_a_refresh_finds_gone_is_gone():
    found = event("refresh", "d", None)
    found["resOutputsEvent"] = found.pop("resourcePreEvent")
    graph = read(event("refresh", "d", state("d")), found)
    assert [one.name for one in graph.resources] == ["shop-dev"]


def test_a_stream_of_one_event_is_a_stream():
    assert refused(stream(summary=None)).message == "the stream has no summary, which is its last event"


@pytest.mark.parametrize(
    ("content", "problem_id", "message", "hint"),
    [
        (
            stream(ROOT, summary=None),
            "graph-failed",
            "the stream has no summary, which is its last event",
            "It was cut off, or is still being written: preview again.",
        ),
        (
            stream(
                ROOT, {"sequence": 1, "timestamp": 1, "diagnosticEvent": {"severity": "error", "message": "no vpc"}}
            ),
            "graph-failed",
            "the preview failed: no vpc",
            "Mend that, and preview again.",
        ),
        (
            stream(ROOT, summary={"sequence": 9, "timestamp": 1, "summaryEvent": {"isPreview": False}}),
            "graph-kind",
            "a preview is needed; these are the events of an update",
            "`pulumi stack export` prints the state after it: save that, and give it with --state.",
        ),
        (
            stream(event("create", "d", state("d")) | {"resourcePreEvent": {"metadata": 3}}),
            "graph-shape",
            "`line 2: resourcePreEvent.metadata` is 3; `op` and `urn` are needed",
            "Was it changed by hand? Make it again with Pulumi.",
        ),
        (
            stream(event("create", "d", state("d", inputs=3))),
            "graph-shape",
            "`line 2: resourcePreEvent.metadata.new.inputs` is 3; a mapping is needed",
            "Was it changed by hand? Make it again with Pulumi.",
        ),
        (
            stream(3),
            "graph-shape",
            "the event in line 2 is 3; a mapping is needed",
            "Was it changed by hand? Make it again with Pulumi.",
        ),
        (
            stream(),
            "graph-empty",
            "there are no resources in it",
            "Preview a stack that declares some, or export one that is deployed.",
        ),
    ],
)
def test_what_is_no_whole_preview_is_refused(content: bytes, problem_id: str, message: str, hint: str):
    problem = refused(content)
    assert (problem.id, problem.message, problem.hint) == (problem_id, message, hint)
