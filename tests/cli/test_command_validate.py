"""`rackguard validate`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., Any]
StackFile = Callable[..., Path]

AT = ("--at", "2026-12-01T00:00:00Z")
WRONG = {"g6.xlarge": "g6.huge"}


def test_checks_stacks_by_name_and_by_path(run: Run, stack_file: StackFile) -> None:
    file = stack_file()
    code, out, err = run("validate", "dev", file, "prod", *AT)
    assert (code, err) == (0, "")
    first, second, third = [line for line in out.splitlines() if line.endswith(" notes")]
    assert (first, second) == ("dev: 1 warning, 2 notes", f"{file}: 1 warning, 2 notes")
    assert third.startswith("prod: ")


def test_strict_makes_warnings_count(run: Run) -> None:
    assert run("validate", "dev", "--strict", *AT).code == 1


def test_every_file_is_checked_whatever_the_others_are(run: Run, stack_file: StackFile, tmp_path: Path) -> None:
    wrong = stack_file(WRONG)
    code, out, err = run("validate", tmp_path / "none.yaml", wrong, "dev", *AT)
    assert (code, err) == (2, "")
    assert out.index("cannot-read") < out.index("type-unknown") < out.index("dev: 1 warning")
    assert run("validate", wrong, "dev", *AT).code == 1


def test_quiet_leaves_the_problems(run: Run) -> None:
    out = run("validate", "dev", "--quiet", *AT).out
    assert "example-key" in out
    assert "dev: 1 warning" not in out


def test_json_holds_a_list_of_problems_for_each_file(run: Run, stack_file: StackFile, tmp_path: Path) -> None:
    wrong, absent = stack_file(WRONG), tmp_path / "none.yaml"
    code, out, err = run("validate", wrong, absent, "--format", "json", *AT)
    data = json.loads(out)
    assert (code, err) == (2, "")
    assert (data["format"], data["version"]) == ("rackguard-problems", 1)
    first, second = data["files"]
    assert (first["file"], second["file"]) == (str(wrong), str(absent))
    error = next(problem for problem in first["problems"] if problem["level"] == "error")
    assert error.keys() == {"id", "level", "path", "message", "hint", "file", "line", "column"}
    assert (error["id"], error["path"][-1], error["file"]) == ("type-unknown", "instance_type", str(wrong))
    assert [problem["id"] for problem in second["problems"]] == ["cannot-read"]


def test_says_the_same_as_plan(run: Run, stack_file: StackFile) -> None:
    file = stack_file(WRONG)
    assert run("validate", file, "--quiet", *AT).out == run("plan", file, "--quiet", *AT).out


def test_needs_a_path(run: Run) -> None:
    code, out, err = run("validate")
    assert (code, out) == (2, "")
    assert "required: PATH" in err
