"""Files that are no JSON, or more than is read, are refused with the place, the reason and what to do."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from rackguard.graph import document
from rackguard.graph.document import parse, read_file
from rackguard.spec.problem import InvalidInput, Problem


def refused(content: bytes) -> Problem:
    with pytest.raises(InvalidInput) as caught:
        parse(content, "p.json")
    (problem,) = caught.value.problems
    assert problem.level == "error"
    return problem


def test_one_document_or_one_a_line():
    assert parse(b'{"a": 1}\n', "p") == [{"a": 1}]
    assert parse(b'{\n "a": [1,\n 2]\n}', "p") == [{"a": [1, 2]}]
    assert parse(b'{"a": 1}\n\n{"b": 2}\r\n[3]\n', "p") == [{"a": 1}, {"b": 2}, [3]]
    assert parse('{"a": "one\u2028line\x85"}\n{}'.encode(), "p") == [{"a": "one\u2028line\x85"}, {}]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_encodings_in_which_shells_save_output(encoding: str):
    assert parse('{"name": "größe 😀"}'.encode(encoding), "p") == [{"name": "größe 😀"}]
    assert parse(b'{"name": "\\ud83d\\ude00"}', "p") == [{"name": "😀"}]


@pytest.mark.parametrize(
    ("content", "problem_id", "where", "message", "hint"),
    [
        (
            b" \n",
            "json-syntax",
            "p.json:1:1",
            "the file is empty",
            "Did the command that wrote it fail? Look at what it printed to its standard error.",
        ),
        (
            b'{"steps": [{"op": "create"},\n  {"op"',
            "json-syntax",
            "p.json:2:8",
            "not JSON: expecting ':' delimiter; the file ends there",
            "It was cut off, or is still being written: save it again.",
        ),
        (
            b'{"steps": [{"op": "create", "urn": "urn:pul',
            "json-syntax",
            "p.json:1:36",
            "not JSON: unterminated string starting at; the file ends there",
            "It was cut off, or is still being written: save it again.",
        ),
        (
            b"Previewing update (dev):\n  + aws:ec2:Vpc main create",
            "json-syntax",
            "p.json:1:1",
            "not JSON: this is what a preview prints for people",
            "Run `pulumi preview --json --show-sames`.",
        ),
        (
            b"warning: an old version\n{}",
            "json-syntax",
            "p.json:1:1",
            "not JSON: expecting value",
            "Save what the command prints to its standard output, and nothing else, into the file: `… --json > FILE`.",
        ),
        (
            b'{"a": 1}\n{"b": 2}\n{"c": oops}\n',
            "json-syntax",
            "p.json:3:7",
            "not JSON: expecting value",
            "Save what the command prints to its standard output, and nothing else, into the file: `… --json > FILE`.",
        ),
        (
            b"PK\x03\x04\xff\xfe\x80",
            "json-encoding",
            "p.json:1:1",
            "the file is not text",
            "Is this the right file? JSON is text in UTF-8.",
        ),
        (
            b'{"name": "\\ud83d"}',
            "json-encoding",
            "p.json:1:1",
            "a text holds half a character (\\uD800 to \\uDFFF without its other half)",
            "Correct it where it comes from.",
        ),
        (
            b'{"a": NaN}',
            "json-limits",
            "p.json:1:1",
            "a value is NaN, which is no number",
            "JSON has no such number.",
        ),
        (
            b'{"a": 1' + b"0" * 5000 + b"}",
            "json-limits",
            "p.json:1:1",
            "a number has too many digits",
            "JSON has no such number.",
        ),
        (
            b"[" * 100_000,
            "json-limits",
            "p.json:1:1",
            "values are nested too many levels deep",
            "No stack has such values: is this the right file?",
        ),
    ],
)
def test_what_is_no_json_is_refused(content: bytes, problem_id: str, where: str, message: str, hint: str):
    problem = refused(content)
    assert (problem.id, problem.where, problem.message, problem.hint) == (problem_id, where, message, hint)


def test_a_huge_file_is_refused_before_it_is_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(document, "MAX_BYTES", 2**20)
    huge = tmp_path / "huge.json"
    huge.write_bytes(b" " * (3 * 2**20))
    content = read_file(huge)
    assert len(content) == 2**20 + 1
    problem = refused(content)
    assert (problem.id, problem.message) == ("json-limits", "the file is larger than 1 MiB")
    assert parse(b" " * (2**20 - 2) + b"{}", "p") == [{}]


def cannot_read(path: Path) -> tuple[str, str]:
    with pytest.raises(InvalidInput) as caught:
        read_file(path)
    (problem,) = caught.value.problems
    assert problem.id == "cannot-read"
    return problem.message, problem.hint


def test_a_file_that_is_not_there_is_refused_with_the_nearest_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("preview.json").write_text(json.dumps({}), encoding="utf-8")
    assert cannot_read(Path("previw.json")) == ("'previw.json' does not exist", "Did you mean 'preview.json'?")
    assert cannot_read(Path("no/x.json")) == ("'no/x.json' does not exist", "Check the name and the place of the file.")
    assert cannot_read(Path()) == ("'.' is a folder, not a file", "Name a file in it.")
    message, hint = cannot_read(Path("a\0b"))
    assert (message, hint) == (
        "'a\\x00b' cannot be read: embedded null byte",
        "Check the name and the place of the file.",
    )


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path):
    secret = tmp_path / "s.json"
    secret.write_text("{}", encoding="utf-8")
    secret.chmod(0)
    message, hint = cannot_read(secret)
    assert message.endswith("may not be read by this user")
    assert hint == "Change its permissions, or copy it."
