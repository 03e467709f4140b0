"""Whatever is done to a file that Pulumi wrote, it is read or refused in words: nothing else comes out of a reader."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rackguard.graph.graph import Graph
from rackguard.graph.read import preview_text, state_text
from rackguard.spec.problem import InvalidInput

SAMPLES = Path(__file__).parent / "samples"
Read = Callable[[bytes, str], Graph]
FILES: list[tuple[Read, str]] = [
    (preview_text, "preview.json"),
    (preview_text, "failed.json"),
    (preview_text, "events.jsonl"),
    (state_text, "state.json"),
]
SIGNATURE = "4dabf18193072939515e22adb298388d"
ODD = st.sampled_from(
    [
        None,
        True,
        -1,
        0.5,
        10**30,
        "",
        "urn:pulumi:::::::",
        "urn:pulumi:dev::sample::sample:index:Nodes::nodes",
        "\N{ESCAPE}[31m",
        [],
        {},
        [[]],
        [None],
        {"": {}},
        {SIGNATURE: []},
        {SIGNATURE: "1b47061264138c4ac30d75fd1eb44270", "value": {}},
        {SIGNATURE: "d0e6a833031e9bbcd3f4e8bde6ca49a4", "value": [], "secret": 0},
        {SIGNATURE: "5cf8f73096256a8f31e491e813e4eb8e"},
    ]
)


def documents(file: str) -> list[Any]:
    text = (SAMPLES / file).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()] if file.endswith("l") else [json.loads(text)]


def written(found: list[Any]) -> bytes:
    return "\n".join(json.dumps(document) for document in found).encode()


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container of a value with every key or index of it."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from places(value[key])


def answers(read: Read, content: bytes) -> None:
    """A graph whose every part can be reached, or problems with words."""
    try:
        graph = read(content, "f.json")
    except InvalidInput as error:
        refused = error.problems
    else:
        return in_order(graph)
    assert all(problem.message and problem.id and problem.where for problem in refused)
    return None


def in_order(graph: Graph) -> None:
    assert graph.resources
    for resource in graph.resources:
        assert (graph.by_urn[resource.urn], resource.name) == (resource, resource.urn.split("::", 3)[3])
        assert resource not in list(graph.ancestors(resource))
        assert repr(resource)


@pytest.mark.parametrize(("read", "file"), FILES)
@given(data=st.data())
@settings(max_examples=40)
def test_with_values_changed_or_taken_out(read: Read, file: str, data: st.DataObject):
    changed = deepcopy(documents(file))
    for _ in range(data.draw(st.integers(1, 4))):
        found = list(places(changed))
        if not found:
            break
        holder, key = found[data.draw(st.integers(0, len(found) - 1))]
        if data.draw(st.booleans()):
            holder[key] = deepcopy(data.draw(ODD))
        else:
            del holder[key]
    answers(read, written(changed))


@pytest.mark.parametrize(("read", "file"), FILES)
@given(data=st.data())
@settings(max_examples=40)
def test_with_bytes_cut_off_or_changed(read: Read, file: str, data: st.DataObject):
    content = bytearray((SAMPLES / file).read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        del content[at:]
    else:
        content[at] = data.draw(st.integers(0, 255))
    answers(read, bytes(content))


@pytest.mark.parametrize("read", [preview_text, state_text])
@given(content=st.binary(max_size=200))
def test_with_anything_at_all(read: Read, content: bytes):
    answers(read, content)
