"""Whatever is given as a stack: a clear answer, the right exit code, never a traceback."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
StackFile = Callable[..., Path]


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("command", ["plan", "validate"])
@pytest.mark.parametrize(
    ("content", "code", "told"),
    [
        (b"", 1, "the file is empty"),
        (b"just words\n", 1, "the file is 'just words', not a mapping"),
        (b"- a\n- b\n", 1, "the file is a list, not a mapping"),
        (b"a: b: c\n", 2, "not valid YAML"),
        (b"config: [1\n", 2, "not valid YAML"),
        (b"\xff\xfe\x00c", 2, "UTF-16"),
        (b"\x00\x01\x02", 2, "or not text"),
        (b"name: a\x1b[31m\n", 2, "U+001B"),
        (b"name: caf\xe9\n", 2, "0xE9 is not UTF-8"),
        (b"x" * 1_100_000, 2, "larger than 1 MiB"),
        (b"config:\n  aws:region: us-east-2\n  rackguard:cluster: 3\n", 1, "is 3; allowed: a mapping"),
        (b"config: {}\n", 1, "`aws:region` is required"),
    ],
)
def test_content_that_is_no_stack(run: Run, tmp_path: Path, command: str, content: bytes, code: int, told: str) -> None:
    file = tmp_path / "Pulumi.odd.yaml"
    file.write_bytes(content)
    result = run(command, file)
    assert result.code == code
    assert told in words(result.out + result.err)
    assert str(file) in result.out + result.err
    assert "Traceback" not in result.out + result.err
    if command == "plan":
        assert (result.out == "") is (code == 2)


@pytest.mark.parametrize("command", ["plan", "validate"])
def test_paths_that_are_no_file(run: Run, tmp_path: Path, command: str) -> None:
    for path, told in (
        (tmp_path / "none.yaml", "does not exist"),
        (tmp_path / "no/folder.yaml", "does not exist"),
        (tmp_path, "is a folder"),
        (f"{'a' * 300}.yaml", "file name too long"),
        (f"./{'b/' * 2500}c.yaml", "cannot be read"),
    ):
        code, out, err = run(command, path)
        assert code == 2
        assert told in words(out + err)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_of_somebody_else(run: Run, stack_file: StackFile) -> None:
    file = stack_file()
    file.chmod(0)
    code, out, err = run("plan", file)
    assert (code, out) == (2, "")
    assert "may not be read by this user" in words(err)


def test_a_pipe_is_read_as_a_file(run: Run, stack_file: StackFile, tmp_path: Path) -> None:
    content = stack_file().read_bytes()
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(content,))
    writer.start()
    code, out, _ = run("validate", pipe)
    writer.join()
    assert code == 0
    assert f"{pipe}: 1 warning, 2 notes\n" in out


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"instance_type: g6.xlarge": "instance_typ: g6.xlarge"}, "instance_type"),
        ({"g6.xlarge": "g6.xlarg"}, "Did you mean g6.xlarge"),
        ({"zone_id: usw2-az1": "zone_id: use1-az1"}, "zone-outside-region"),
        ({"min: 1, max: 1": "min: one, max: 1"}, "is 'one'; allowed: a whole number"),
        ({"us-west-2": "us-west-2a"}, "That is a zone; its region is `us-west-2`"),
        ({"checkpoint: checkpoints": "checkpoint: checkpoint"}, "Did you mean 'checkpoints'"),
        ({"spot: {checkpoint: checkpoints}": "spot: {}, on_demand: {}"}, "Keep one of `on_demand` and `spot`"),
        ({"    name: llm-dev": "    name: llm-dev\n    name: twice"}, "yaml-duplicate-key"),
        ({"protect: false": "protect: no"}, "yaml-ambiguous-scalar"),
        ({"g6.xlarge": "p3.2xlarge"}, "type-legacy"),
    ],
)
def test_a_slip_is_named_with_what_to_do(run: Run, stack_file: StackFile, changes: dict[str, str], told: str) -> None:
    file = stack_file(changes)
    code, out, err = run("plan", file, "--at", "2026-12-01T00:00:00Z")
    assert (code, err) == (1, "")
    assert told in words(out)
    assert f"{file}:" in out


@pytest.mark.parametrize("form", ["table", "json", "markdown"])
def test_text_that_would_act_on_a_terminal_does_not_reach_it(run: Run, stack_file: StackFile, form: str) -> None:
    evil = '"\\e]0;owned\\a\\e[31m \\u202e"'
    file = stack_file(
        {
            "name: llm-dev": f"name: {evil}",
            "owner: ml-platform": f"owner: {evil}",
            "        containers: true": f"        {evil}: {evil}",
            "instance_type: g6.xlarge": f"instance_type: {evil}",
        },
        name="e\x1b[31mvil",
    )
    code, out, err = run("plan", file, "--format", form)
    assert (code, err) == (1, "")
    assert all(line.replace("\u200b", "").replace("\ufe0f", "").isprintable() for line in out.splitlines())
    assert "owned" in out


def test_a_fault_inside_is_one_line_and_no_traceback(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("the secret of the file")

    monkeypatch.setattr("rackguard.plan.checked.plan_and_validate", broken)
    code, out, err = run("plan", "dev")
    assert (code, out) == (2, "")
    assert err.startswith("rackguard: ZeroDivisionError at test_bad_input.py:")
    assert "Traceback" not in err
    assert "secret" not in err
    monkeypatch.setenv("RACKGUARD_DEBUG", "1")
    code, _, err = run("plan", "dev")
    assert code == 2
    assert "Traceback" in err
    assert "the secret of the file" in err


def test_an_interruption_is_no_fault(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rackguard.plan.checked.plan_and_validate", interrupted)
    assert run("plan", "dev") == (130, "", "")


@pytest.mark.parametrize("cidr", ["0.0.0.0/0", "0.0.0.0/1", "64.0.0.0/2", "224.0.0.0/4", "127.0.0.0/16", "10.0.0.0/8"])
def test_one_slip_in_the_network_is_one_error(run: Run, stack_file: StackFile, cidr: str) -> None:
    code, out, _ = run("validate", stack_file({"10.60.0.0/20": cidr}), "--at", "2026-12-01T00:00:00Z")
    assert code == 1
    assert f"`network.cidr` is {cidr}" in words(out)
    assert ": 1 error, " in out
