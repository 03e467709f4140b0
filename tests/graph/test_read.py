"""A file is taken for what it holds: in another's place it is refused with the right hint."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.graph.engine_files import event, export, preview, state, step, stream

from rackguard.graph.read import preview_file, preview_text, state_file, state_text
from rackguard.spec.problem import InvalidInput

TAKE_STATE = "`pulumi stack export` prints the state: save that, and give it with --state."
TAKE_PREVIEW = "`pulumi preview --json --show-sames` prints the preview: save that, and give it with --preview."
DISK = step("create", "d", state("d"))
SAMPLES = Path(__file__).parent / "samples"
STREAM = stream(event("create", "d", state("d")))


def refusal(read: Any, content: bytes) -> tuple[str, str]:
    with pytest.raises(InvalidInput) as caught:
        read(content, "f.json")
    (problem,) = caught.value.problems
    assert (problem.id, problem.where) == ("graph-kind", "f.json:1:1")
    return problem.message, problem.hint


def test_each_file_is_read_by_its_reader(tmp_path: Path):
    for name, content, read in (
        ("preview.json", preview(DISK), preview_file),
        ("state.json", export(state("d")), state_file),
    ):
        file = tmp_path / name
        file.write_bytes(content)
        assert read(file).resources[-1].name == "d"


def test_a_problem_names_the_file(tmp_path: Path):
    file = tmp_path / "state.json"
    file.write_bytes(b"{")
    with pytest.raises(InvalidInput) as caught:
        state_file(file)
    assert caught.value.problems[0].where == f"{file}:1:2"


def test_a_preview_is_no_state_and_a_state_no_preview():
    assert refusal(state_text, preview(DISK)) == (
        "a stack's state is needed; this is a preview",
        "Give it with --preview.",
    )
    assert refusal(preview_text, export(state("d"))) == (
        "a preview is needed; this is a stack's state",
        "Give it with --state.",
    )


def test_streamed_events_are_refused_since_they_say_of_no_dependencies():
    words = "this is a preview as a stream of events, which doesn't say what depends on what"
    hint = (
        "Leave out PULUMI_ENABLE_STREAMING_JSON_PREVIEW: `pulumi preview --json --show-sames` then prints one document."
    )
    assert refusal(preview_text, STREAM) == (f"a preview is needed; {words}", hint)
    assert refusal(state_text, STREAM) == (f"a stack's state is needed; {words}", hint)
    assert refusal(preview_text, (SAMPLES / "events.jsonl").read_bytes()) == (f"a preview is needed; {words}", hint)


@pytest.mark.parametrize(
    ("content", "words", "hint"),
    [
        ({"version": 3, "checkpoint": {"latest": {}}}, "a state file of a Pulumi backend", TAKE_STATE),
        ({"manifest": {}, "resources": []}, "a state without its version", TAKE_STATE),
        ({"resourcePlans": {}, "manifest": {}}, "an update plan of Pulumi", TAKE_PREVIEW),
        (
            {"format": "rackguard-plan", "version": 1, "cluster": {}},
            "a plan of Rackguard",
            "It is made from a stack file: `rackguard plan STACK`.",
        ),
        (
            {"terraform_version": "1.9", "planned_values": {}},
            "a plan of Terraform",
            "Stacks of Pulumi are read, no others.",
        ),
        ({"terraform_version": "1.9"}, "a state of Terraform", "Stacks of Pulumi are read, no others."),
        ({"Resources": {}}, "a template of CloudFormation", "Stacks of Pulumi are read, no others."),
    ],
)
def test_a_file_of_another_kind_is_named(content: Any, words: str, hint: str):
    text = json.dumps(content).encode()
    assert refusal(preview_text, text) == (f"a preview is needed; this is {words}", hint)
    assert refusal(state_text, text) == (f"a stack's state is needed; this is {words}", hint)


@pytest.mark.parametrize("content", [{}, [], [{"steps": []}], 3, "steps", None, {"name": "x"}])
def test_a_file_of_no_kind_that_is_known_is_refused(content: Any):
    text = json.dumps(content).encode()
    assert refusal(preview_text, text) == ("a preview is needed; this JSON is none that is known", TAKE_PREVIEW)
    assert refusal(state_text, text) == ("a stack's state is needed; this JSON is none that is known", TAKE_STATE)


def test_two_previews_in_one_file_are_refused():
    message, _ = refusal(preview_text, preview(DISK) + b"\n" + preview(DISK))
    assert message == "a preview is needed; this is several of them"
    message, _ = refusal(state_text, export(state("d")) + b"\n" + export(state("d")))
    assert message == "a stack's state is needed; this is several of them"
