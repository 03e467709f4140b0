"""The state of `pulumi stack export`: what is there, what is leaving, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.graph.engine_files import STACK, export, stack, state, urn_of

from rackguard.graph.read import state_text
from rackguard.graph.resource import Secret
from rackguard.graph.state import LACKS
from rackguard.spec.problem import InvalidInput, Problem


def refused(content: bytes) -> Problem:
    with pytest.raises(InvalidInput) as caught:
        state_text(content, "s.json")
    (problem,) = caught.value.problems
    return problem


def test_a_resource_has_its_id_its_inputs_and_what_the_cloud_answered():
    secret = {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "ciphertext": "v1:abc"}
    plain = {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "plaintext": '"hunter2"'}
    written = state(
        "d", id="disk-1", inputs={"size": 3, "password": secret}, outputs={"size": 3, "arn": "arn:1", "token": plain}
    )
    graph = state_text(export(written), "s.json")
    disk = graph.by_urn[urn_of("d")]
    assert (disk.id, disk.external, disk.parent) == ("disk-1", False, STACK)
    assert disk.inputs == {"size": 3, "password": Secret(known=True)}
    assert disk.outputs == {"size": 3, "arn": "arn:1", "token": Secret(known=True)}
    assert "hunter2" not in repr(graph)
    assert (graph.stack, graph.project, graph.lacks) == ("dev", "shop", LACKS)


def test_what_the_stack_exports_is_known():
    deployment = {"resources": [stack(outputs={"vpc": "vpc-1", "hosts": ["a"]})]}
    graph = state_text(json.dumps({"version": 3, "deployment": deployment}).encode(), "s.json")
    assert graph.outputs == {"vpc": "vpc-1", "hosts": ["a"]}


def test_what_is_leaving_is_left_out_and_said():
    graph = state_text(
        export(
            state("d", inputs={"size": 2}),
            state("d", inputs={"size": 1}, delete=True),
            state("e", pendingReplacement=True),
            pending_operations=[{"type": "creating", "resource": state("f")}],
        ),
        "s.json",
    )
    assert [(one.name, one.inputs) for one in graph.resources] == [("shop-dev", {}), ("d", {"size": 2})]
    assert graph.lacks == (
        *LACKS,
        "2 resources that wait for their deletion or replacement: `pulumi up` ends it",
        "what became of 1 interrupted operations: `pulumi refresh` finds out",
    )
    assert not graph.whole


@pytest.mark.parametrize(
    ("more", "listed", "whole"),
    [
        ([], [], True),
        ([state("e", delete=True)], [], False),  # it is still there, and may cost what it costs
        ([], [{"type": "creating", "resource": state("f")}], False),
    ],
)
def test_whether_a_state_holds_everything_that_may_be_there(more: list[Any], listed: list[Any], whole: bool):
    assert state_text(export(state("d"), *more, pending_operations=listed), "s.json").whole is whole


@pytest.mark.parametrize("features", [None, [], ["hooks", "views", "taint", "refreshBeforeUpdate"]])
def test_version_4_with_features_that_are_known_is_read(features: Any):
    graph = state_text(export(state("d"), version=4, features=features), "s.json")
    assert [one.name for one in graph.resources] == ["shop-dev", "d"]


@pytest.mark.parametrize(
    ("content", "problem_id", "message", "hint"),
    [
        (export(version=5), "graph-version", "the state is of version 5; 3 and 4 are read", "Use a later Rackguard."),
        (
            export(version=2),
            "graph-version",
            "the state is of version 2; 3 and 4 are read",
            "Export it again with a current Pulumi.",
        ),
        (
            export(version=4, features=["hooks", "shards"]),
            "graph-version",
            "the state uses what isn't known here: 'shards'",
            "Use a later Rackguard.",
        ),
        (
            export(version="3"),
            "graph-shape",
            "`version` is '3'; a number is needed",
            "Was it changed by hand? Make it again with Pulumi.",
        ),
        (
            export(version=True),
            "graph-shape",
            "`version` is true; a number is needed",
            "Was it changed by hand? Make it again with Pulumi.",
        ),
        (
            json.dumps({"version": 3, "deployment": None}).encode(),
            "graph-shape",
            "`deployment` is empty; a mapping is needed",
            "Was it changed by hand? Make it again with Pulumi.",
        ),
        (
            json.dumps({"version": 3, "deployment": {"resources": {}}}).encode(),
            "graph-shape",
            "`resources` is an empty mapping; a list is needed",
            "Was it changed by hand? Make it again with Pulumi.",
        ),
        (
            export("d"),
            "graph-shape",
            "`deployment.resources[1]` is 'd'; a resource is needed",
            "Was it changed by hand? Make it again with Pulumi.",
        ),
        (
            export(state("d"), state("d")),
            "graph-shape",
            "urn:pulumi:dev::shop::shop:store:Disk::d is there twice",
            "Was it changed by hand? Make it again with Pulumi.",
        ),
        (
            json.dumps({"version": 3, "deployment": {"manifest": {}}}).encode(),
            "graph-empty",
            "there are no resources in it",
            "Preview a stack that declares some, or export one that is deployed.",
        ),
    ],
)
def test_what_can_not_be_read_is_refused(content: bytes, problem_id: str, message: str, hint: str):
    problem = refused(content)
    assert (problem.id, problem.message, problem.hint) == (problem_id, message, hint)
    assert problem.where == "s.json:1:1"
