"""`--output`: a file is written whole, or is as it was."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rackguard.cli.output import write
from rackguard.spec.problem import InvalidInput

AT = ("--at", "2026-12-01T00:00:00Z")

Run = Callable[..., Any]
StackFile = Callable[..., Path]


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


@pytest.mark.parametrize("form", ["table", "json", "markdown"])
def test_the_file_holds_what_would_be_printed(run: Run, tmp_path: Path, form: str) -> None:
    printed = run("plan", "dev", "--format", form, *AT).out
    file = tmp_path / "plan.out"
    code, out, err = run("plan", "dev", "--format", form, "--output", file, *AT)
    assert (code, out) == (0, "")
    assert err == f"Plan of dev written to '{file}': 1 warning, 2 notes.\n"
    assert file.read_text(encoding="utf-8") == printed
    assert names(tmp_path) == ["plan.out"]


def test_quiet_says_nothing_of_it(run: Run, tmp_path: Path) -> None:
    assert run("plan", "dev", "--quiet", "--output", tmp_path / "out", *AT) == (0, "", "")


def test_a_dash_is_standard_output(run: Run) -> None:
    assert run("plan", "dev", "--output", "-", *AT) == run("plan", "dev", *AT)


def test_with_errors_nothing_is_written_and_they_are_printed(run: Run, stack_file: StackFile, tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    file.write_text("old", encoding="utf-8")
    wrong = stack_file({"g6.xlarge": "g6.huge"})
    code, out, err = run("plan", wrong, "--format", "json", "--output", file, *AT)
    assert code == 1
    assert json.loads(out)["cluster"] is None
    assert err == f"'{file}' was not written: 1 error, 1 warning, 2 notes.\n"
    assert file.read_text(encoding="utf-8") == "old"
    code, out, _ = run("plan", "dev", "--compare", wrong, "--output", file, *AT)
    assert (code, file.read_text(encoding="utf-8")) == (1, "old")
    assert "Not compared" in out


def test_warnings_that_strict_makes_count_are_in_the_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "out"
    assert run("plan", "dev", "--strict", "--output", file, *AT).code == 1
    assert "example-key" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("", "Is a directory"),
        (".", "Is a directory"),
        ("none/plan.md", "No such file or directory"),
        ("file/plan.md", "Not a directory"),
        ("a" * 300, "File name too long"),
        ("/dev/full", "No space left on device"),
    ],
)
def test_where_nothing_can_be_written_nothing_is(run: Run, tmp_path: Path, target: str, told: str) -> None:
    (tmp_path / "file").write_text("old", encoding="utf-8")
    path = target if target.startswith("/") or not target else f"{tmp_path}/{target}"
    code, out, err = run("plan", "dev", "--output", path, *AT)
    assert (code, out) == (2, "")
    assert f"{told}; nothing was written" in " ".join(err.split())
    assert f"can't write {path[:100]!r}"[:-1] in " ".join(err.split())
    assert names(tmp_path) == ["file"]
    assert (tmp_path / "file").read_text(encoding="utf-8") == "old"


def test_a_write_that_fails_half_way_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "plan"
    file.write_text("old", encoding="utf-8")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(InvalidInput, match="No space left on device; nothing was written"):
        write(str(file), "new")
    assert file.read_text(encoding="utf-8") == "old"
    assert names(tmp_path) == ["plan"]


def test_an_interruption_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "plan"
    file.write_text("old", encoding="utf-8")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write(str(file), "new")
    assert file.read_text(encoding="utf-8") == "old"
    assert names(tmp_path) == ["plan"]


def test_a_write_protected_file_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "plan"
    file.write_text("old", encoding="utf-8")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write to everything
    with pytest.raises(InvalidInput, match="it is write-protected; nothing was written"):
        write(str(file), "new")
    assert file.read_text(encoding="utf-8") == "old"


def test_a_link_goes_on_pointing_to_the_file_and_its_mode_stays(tmp_path: Path) -> None:
    file, link = tmp_path / "real", tmp_path / "link"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o640)
    link.symlink_to(file)
    write(str(link), "new ≥")
    assert link.is_symlink()
    assert file.read_text(encoding="utf-8") == "new ≥"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_device_is_written_to_and_not_replaced(run: Run) -> None:
    assert run("plan", "dev", "--output", "/dev/null", "--quiet", *AT) == (0, "", "")
    assert not Path("/dev/null").is_file()
