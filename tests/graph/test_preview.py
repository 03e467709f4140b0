"""The one document of `pulumi preview --json`: what it leaves, what it lacks, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.graph.engine_files import DISK, STACK, preview, state, step, urn_of

from rackguard.graph.graph import Graph
from rackguard.graph.preview import EXPORTS, LACKS, Changes
from rackguard.graph.read import preview_changes, preview_text
from rackguard.graph.resource import UNKNOWN, Options, Position, Resource, Secret
from rackguard.spec.problem import InvalidInput, Problem

NO_VPC = {"severity": "error", "message": "no vpc"}
UNKNOWN_TEXT = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"


def read(*steps: Any, **given: Any) -> Graph:
    return preview_text(preview(*steps, **given), "p.json")


def problems(content: bytes) -> list[Problem]:
    with pytest.raises(InvalidInput) as caught:
        preview_text(content, "p.json")
    return caught.value.problems


def names(graph: Graph) -> list[str]:
    return [resource.name for resource in graph.resources]


def changes(folder: Path, *steps: Any) -> Changes:
    file = folder / "p.json"
    file.write_bytes(preview(*steps))
    return preview_changes(file)[1]


def test_what_is_deployed_and_what_becomes_of_it(tmp_path: Path):
    """Each resource once, as it is now: a replacement has three steps, and an older one's remains are none of it."""
    old, new = state("r", inputs={"size": 1}, delete=True), state("r", inputs={"size": 2})
    found = changes(
        tmp_path,
        step("create", "c", state("c")),
        step("same", "s", state("s"), oldState=state("s", inputs={"size": 7})),
        step("update", "u", state("u", inputs={"size": 2}), oldState=state("u", inputs={"size": 1})),
        step("create-replacement", "r", new, oldState=old),
        step("replace", "r", new, oldState=old),
        step("delete-replaced", "r", None, oldState=old),
        step("delete-replaced", "left", None, oldState=state("left", delete=True)),
        step("same", "left", state("left"), oldState=state("left", inputs={"size": 5})),
        step("delete", "d", None, oldState=state("d")),
    )
    assert {each.name: each.inputs for each in found.before.resources} == {
        "s": {"size": 7},
        "u": {"size": 1},
        "r": {"size": 1},
        "left": {"size": 5},
        "d": {},
    }
    operations = {"c": "added", "u": "changed", "r": "replaced", "d": "removed"}
    assert found.operations == {STACK: "added", **{urn_of(name): what for name, what in operations.items()}}


def test_a_first_deployment_has_nothing_before(tmp_path: Path):
    assert changes(tmp_path, step("create", "c", state("c"))).before.resources == ()


def test_what_is_deployed_is_below_nothing_that_is_below_it(tmp_path: Path):
    ring = [
        step("delete", name, None, oldState={**state(name), "parent": urn_of(above)}) for name, above in ("ab", "ba")
    ]
    with pytest.raises(InvalidInput) as caught:
        changes(tmp_path, *ring)
    assert "is below itself, by its parents" in caught.value.problems[0].message


def test_what_is_deployed_must_be_as_the_engine_writes_it(tmp_path: Path):
    with pytest.raises(InvalidInput) as caught:
        changes(tmp_path, step("update", "u", state("u"), oldState={"urn": 1}))
    assert "`steps[1].oldState" in caught.value.problems[0].message


def test_a_resource_is_read_whole():
    provider = "urn:pulumi:dev::shop::pulumi:providers:shop::default"
    after = state(
        "d",
        id="",
        provider=f"{provider}::{UNKNOWN_TEXT}",
        inputs={"size": 3, "path": UNKNOWN_TEXT, "password": "[secret]", "__defaults": ["size"]},
        outputs={"size": 3, "arn": UNKNOWN_TEXT},
        dependencies=[urn_of("b"), urn_of("a")],
        propertyDependencies={"size": [], "path": [urn_of("a")]},
        protect=True,
        retainOnDelete=True,
        ignoreChanges=["size"],
        replaceOnChanges=["kind"],
        additionalSecretOutputs=["password"],
        aliases=[urn_of("old")],
        deletedWith=urn_of("a"),
        importID="disk-7",
        customTimeouts={"create": 1800, "update": 0, "delete": 5430.5},
        sourcePosition="project:///stacks/infra.py#12,5",
    )
    graph = read(step("create", "d", after))
    assert graph.resources[1] == Resource(
        urn=urn_of("d"),
        type=DISK,
        name="d",
        parent=STACK,
        provider=f"{provider}::{UNKNOWN_TEXT}",
        custom=True,
        inputs={"size": 3, "path": UNKNOWN, "password": Secret(known=True)},
        dependencies=(urn_of("a"), urn_of("b")),
        property_dependencies={"path": (urn_of("a"),), "size": ()},
        options=Options(
            protect=True,
            retain_on_delete=True,
            ignore_changes=("size",),
            replace_on_changes=("kind",),
            additional_secret_outputs=("password",),
            aliases=(urn_of("old"),),
            deleted_with=urn_of("a"),
            import_id="disk-7",
            custom_timeouts={"create": "30m", "delete": "1h30m30.5s"},
        ),
        position=Position("stacks/infra.py", 12, 5),
        outputs={"size": 3, "arn": UNKNOWN},
    )
    assert (graph.stack, graph.project, graph.lacks, graph.outputs) == ("dev", "shop", (*LACKS, EXPORTS), {})


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("project:///stacks/infra.py#12,5", Position("stacks/infra.py", 12, 5)),
        ("project:///infra.py#12", Position("infra.py", 12)),
        ("project:///infra.py", Position("infra.py", 0)),
        ("project:///../lib/pulumi/stack.py#235", None),
        ("project:////lib/pulumi/stack.py#235", None),
        ("project:///.venv/lib/python3.11/site-packages/pulumi/stack.py#235", None),
        ("", None),
        ("elsewhere", None),
    ],
)
def test_where_a_resource_is_declared_is_known_in_the_project(written: str, expected: Position | None):
    graph = read(step("create", "d", state("d", sourcePosition=written)))
    assert graph.by_urn[urn_of("d")].position == expected


def test_what_stays_has_the_id_and_the_answers_that_it_has_now():
    old = {"id": "r-1", "outputs": {"arn": "arn:r-1", "size": 1}}
    graph = read(
        step("same", "s", state("s"), oldState=state("s", **old)),
        step("update", "u", state("u", inputs={"size": 2}), oldState=state("u", **old)),
        step("create-replacement", "r", state("r"), oldState=state("r", **old)),
        step("replace", "r", state("r"), oldState=state("r", **old)),
        step("same", "part", state("part", custom=False), oldState=state("part", custom=False, **old)),
    )
    known = {resource.name: (resource.id, resource.outputs) for resource in graph.of_type(DISK)}
    stays = ("r-1", {"arn": "arn:r-1", "size": 1})
    assert known == {"s": stays, "u": stays, "r": (None, {}), "part": (None, {})}
    assert graph.by_urn[urn_of("u")].inputs == {"size": 2}


def test_what_is_only_read_and_what_is_there_already_say_so():
    graph = read(
        step("read", "found", state("found", id="disk-7", external=True)), step("same", "kept", state("kept", id="k"))
    )
    assert [(one.name, one.id, one.external) for one in graph.resources[1:]] == [
        ("found", "disk-7", True),
        ("kept", "k", False),
    ]


def test_only_what_is_left_after_all_steps_is_there():
    one, two = state("d", inputs={"size": 1}), state("d", inputs={"size": 2})
    created_first = [
        step("create-replacement", "d", two),
        step("replace", "d", two),
        step("create", "e", state("e")),
        step("delete-replaced", "d", None, oldState=one),
        step("delete", "f", None, oldState=state("f")),
        step("discard", "g", None, oldState=state("g")),
    ]
    deleted_first = [created_first[3], created_first[0], created_first[1], *created_first[2:3], *created_first[4:]]
    for steps in (created_first, deleted_first):
        graph = read(*steps)
        assert names(graph) == ["shop-dev", "d", "e"]
        assert graph.resources[1].inputs == {"size": 2}


def test_what_a_refresh_finds_gone_is_gone():
    graph = read(step("refresh", "d", state("d")), step("delete", "d", None, oldState=state("d")))
    assert names(graph) == ["shop-dev"]


REFRESHED = [step("refresh", "kept", state("kept")), step("refresh", "gone", state("gone"))]


@pytest.mark.parametrize(
    ("steps", "same", "left", "said", "whole"),
    [
        # every resource that doesn't change has a step of its own: what has none but its refresh is no more
        ([*REFRESHED, step("same", "kept", state("kept"))], 1, ["shop-dev", "kept"], (), True),
        # no such steps are printed: a refresh is all that is said of what doesn't change
        (REFRESHED, 2, ["shop-dev", "kept", "gone"], (), True),
        (
            REFRESHED,
            1,
            ["shop-dev", "kept", "gone"],
            ("which 1 of 2 resources are no more: `pulumi preview --json --show-sames` tells",),
            True,  # none is missing: there may be too many
        ),
        (
            REFRESHED,
            5,
            ["shop-dev", "kept", "gone"],
            ("3 resources that don't change: `pulumi preview --json --show-sames` prints them",),
            False,
        ),
    ],
)
def test_what_has_no_step_but_its_refresh(
    steps: list[Any], same: int, left: list[str], said: tuple[str, ...], whole: bool
):
    graph = read(*steps, changeSummary={"same": same})
    assert names(graph) == left
    assert graph.lacks == (*LACKS, EXPORTS, *said)
    assert graph.whole is whole


def test_what_the_preview_counts_and_does_not_print_is_said():
    graph = read(step("same", "d", state("d")), changeSummary={"same": 1_203, "create": 1})
    assert graph.lacks == (
        *LACKS,
        EXPORTS,
        "1,202 resources that don't change: `pulumi preview --json --show-sames` prints them",
    )
    assert not graph.whole
    complete = read(step("same", "d", state("d")), changeSummary={"same": 1})
    assert complete.lacks == (*LACKS, EXPORTS)
    assert complete.whole


def test_what_a_deployed_stack_exports_is_known():
    root = {"op": "same", "urn": STACK, "newState": {"urn": STACK, "type": "pulumi:pulumi:Stack", "outputs": {"a": 1}}}
    graph = preview_text(json.dumps({"steps": [root]}).encode(), "p.json")
    assert (graph.outputs, graph.lacks) == ({"a": 1}, LACKS)


@pytest.mark.parametrize(
    "content",
    [
        preview(
            diagnostics=[{"severity": "info", "message": "fine"}, {"severity": "error", "message": "\n no vpc\nat x"}]
        ),
        json.dumps({"config": {}, "diagnostics": [NO_VPC]}).encode(),
    ],
)
def test_a_preview_that_failed_is_refused(content: bytes):
    (problem,) = problems(content)
    assert (problem.id, problem.message, problem.hint) == (
        "graph-failed",
        "the preview failed: no vpc",
        "Mend that, and preview again.",
    )


@pytest.mark.parametrize(
    "content",
    [
        json.dumps({"steps": []}).encode(),
        json.dumps({"config": {}, "changeSummary": {}}).encode(),
        json.dumps({"steps": [step("delete", "d", None)]}).encode(),
    ],
)
def test_a_preview_of_nothing_is_refused(content: bytes):
    (problem,) = problems(content)
    assert (problem.id, problem.message) == ("graph-empty", "there are no resources in it")


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ({"d": {}}, "`steps` is a mapping; a list is needed"),
        (["d"], "`steps[0]` is 'd'; a step is needed"),
        ([{"op": 3, "urn": urn_of("d")}], "`steps[0].op` is 3; text is needed"),
        ([{"op": "create"}], "`steps[0].urn` is empty; text is needed"),
        ([step("create", "d", state("d")) | {"newState": "d"}], "`steps[0].newState` is 'd'; a resource is needed"),
        (
            [step("create", "d", state("d", urn="disk d"))],
            "`steps[0].newState.urn` is 'disk d'; a URN is needed: urn:pulumi:STACK::PROJECT::TYPE::NAME",
        ),
        (
            [step("create", "d", state("d", type=""))],
            "`steps[0].newState.type` is missing; a resource's type is needed: aws:ec2/vpc:Vpc",
        ),
        ([step("create", "d", state("d", inputs=[1]))], "`steps[0].newState.inputs` is a list; a mapping is needed"),
        (
            [step("create", "d", state("d", protect="yes"))],
            "`steps[0].newState.protect` is 'yes'; true or false is needed",
        ),
        ([step("create", "d", state("d", parent=3))], "`steps[0].newState.parent` is 3; text is needed"),
        (
            [step("create", "d", state("d", dependencies=[3]))],
            "`steps[0].newState.dependencies` is a list; a list of texts is needed",
        ),
        (
            [step("create", "d", state("d", propertyDependencies={"size": "a"}))],
            "`steps[0].newState.propertyDependencies` is a mapping; a mapping to lists of URNs is needed",
        ),
        (
            [step("create", "d", state("d", customTimeouts={"create": "30m"}))],
            "`steps[0].newState.customTimeouts` is a mapping; a mapping to seconds is needed",
        ),
    ],
)
def test_what_the_engine_does_not_write_is_refused_with_its_place(steps: Any, message: str):
    (problem,) = problems(json.dumps({"steps": steps}).encode())
    assert (problem.id, problem.where, problem.message) == ("graph-shape", "p.json:1:1", message)
    assert problem.hint == "Was it changed by hand? Make it again with Pulumi."


def test_problems_come_all_at_once_up_to_a_screenful():
    steps = [step("create", f"d{number}", state(f"d{number}", inputs=3)) for number in range(1_500)]
    found = problems(preview(*steps))
    assert [problem.message for problem in found[:2]] == [
        "`steps[1].newState.inputs` is 3; a mapping is needed",
        "`steps[2].newState.inputs` is 3; a mapping is needed",
    ]
    assert len(found) == 21
    assert found[-1].message == "1,480 more problems of this kind"


def test_resources_of_two_stacks_in_one_file_are_refused():
    other = state("d", urn="urn:pulumi:prod::shop::shop:store:Disk::d")
    (problem,) = problems(preview(step("create", "d", other)))
    assert problem.message == "resources of 2 stacks are in one file: dev of shop, prod of shop"


def test_resources_that_are_below_themselves_are_refused():
    steps = [step("create", one, state(one, parent=urn_of(above))) for one, above in ("ab", "bc", "cb", "dd", "ea")]
    assert [problem.message for problem in problems(preview(*steps))] == [
        "urn:pulumi:dev::shop::shop:store:Disk::b is below itself, by its parents",
        "urn:pulumi:dev::shop::shop:store:Disk::d is below itself, by its parents",
    ]


def test_parents_over_parents_beyond_any_programs_are_refused():
    def nested(levels: int) -> bytes:
        steps = [step("create", f"d{n}", state(f"d{n}", parent=urn_of(f"d{n - 1}"))) for n in range(1, levels)]
        return preview(step("create", "d0", state("d0", parent=None)), *steps)

    assert len(preview_text(nested(101), "p.json").resources) == 102
    (problem,) = problems(nested(102))
    assert problem.message == f"{urn_of('d101')} is below more than 100 others, by its parents"
    assert len(problems(nested(30_000))) == 1


def test_a_step_of_another_resource_than_it_says_is_the_one_that_is_left():
    graph = read(step("create", "d", state("d")), step("update", "e", state("d", inputs={"size": 2})))
    assert [(one.name, one.inputs) for one in graph.resources[1:]] == [("d", {"size": 2})]


def test_values_that_are_nested_too_deep_to_walk_are_refused():
    deep: Any = 1
    for _ in range(900):
        deep = {"a": deep}
    (problem,) = problems(preview(step("create", "d", state("d", inputs={"deep": deep}))))
    assert (problem.id, problem.message) == ("json-limits", "values are nested too many levels deep")


def test_a_value_that_may_be_a_secret_is_not_repeated():
    key = "-----BEGIN OPENSSH PRIVATE KEY-----"
    (problem,) = problems(preview(step("create", "d", state("d", parent=[key], inputs=key))))[1:]
    assert problem.message == "`steps[1].newState.inputs` is a value that is not shown here; a mapping is needed"
