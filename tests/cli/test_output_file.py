"""`--output`: a file is written whole, or is as it was."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rackguard.cli.main import main
from rackguard.cli.output import check_target, write
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
        ("", "it is a folder, not a file"),
        (".", "it is a folder, not a file"),
        ("/", "it is a folder, not a file"),
        ("none/plan.md", "there is no folder '{}/none'"),
        ("none/", "there is no folder '{}/none'"),
        ("none/.", "there is no folder '{}/none'"),
        ("none/../plan.md", "there is no folder '{}/none/..'"),
        ("file/plan.md", "there is no folder '{}/file'"),
        ("file/", "there is no folder '{}/file'"),
        ("a" * 300, "File name too long"),
        ("/dev/full", "No space left on device"),
    ],
)
def test_where_nothing_can_be_written_nothing_is(run: Run, tmp_path: Path, target: str, told: str) -> None:
    (tmp_path / "file").write_text("old", encoding="utf-8")
    path = target if target.startswith("/") else f"{tmp_path}/{target}"
    code, out, err = run("plan", "dev", "--output", path, *AT)
    assert (code, out) == (2, "")
    assert f"{told.format(tmp_path)}; nothing was written" in " ".join(err.split())
    assert f"can't write {path[:100]!r}"[:-1] in " ".join(err.split())
    assert names(tmp_path) == ["file"]
    assert (tmp_path / "file").read_text(encoding="utf-8") == "old"


def test_an_empty_name_is_no_file(run: Run) -> None:
    code, out, err = run("plan", "dev", "--output", "", *AT)
    assert (code, out) == (2, "")
    assert "--output is empty; allowed: a file's name, or - for standard output" in err


def test_a_folder_is_answered_with_a_file_in_it(run: Run, tmp_path: Path) -> None:
    _, _, err = run("plan", "dev", "--output", f"{tmp_path}/", *AT)
    assert f"→ Name a file in it: '{tmp_path}/plan.out'." in " ".join(err.split())


def aliases(file: Path, folder: Path) -> dict[str, Path]:
    """Other names of a file."""
    made = {"itself": file, "roundabout": folder / "." / ".." / folder.name / file.name}
    made["symbolic"] = folder / "symbolic"
    made["symbolic"].symlink_to(file)
    made["twice symbolic"] = folder / "twice"
    made["twice symbolic"].symlink_to("symbolic")
    made["hard"] = folder / "hard"
    made["hard"].hardlink_to(file)
    return made


@pytest.mark.parametrize("alias", ["itself", "roundabout", "symbolic", "twice symbolic", "hard"])
@pytest.mark.parametrize("role", ["planned", "compared", "both"])
def test_a_file_that_is_planned_or_compared_is_never_overwritten(
    run: Run, stack_file: StackFile, tmp_path: Path, alias: str, role: str
) -> None:
    file = stack_file()
    other = stack_file(name="other")
    before = file.read_bytes()
    target = aliases(file, tmp_path)[alias]
    planned, compared = {"planned": (file, other), "compared": (other, file), "both": (file, file)}[role]
    code, out, err = run("plan", planned, "--compare", compared, "--output", target, *AT)
    assert (code, out) == (2, "")
    same = "" if target == file else f"which is '{file}', "
    told = f"--output is '{target}', {same}a file that plans are made from; nothing was written"
    assert told in " ".join(err.split())
    assert "→ Name another file" in err
    assert file.read_bytes() == before
    assert other.read_bytes() == before


def test_a_link_that_is_planned_is_not_overwritten_through_its_file(
    run: Run, stack_file: StackFile, tmp_path: Path
) -> None:
    file = stack_file()
    link = tmp_path / "Pulumi.link.yaml"
    link.symlink_to(file)
    before = file.read_bytes()
    assert run("plan", link, "--output", file, *AT).code == 2
    assert file.read_bytes() == before


def test_it_is_refused_before_anything_is_read(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "Pulumi.broken.yaml"
    file.write_text("config: [", encoding="utf-8")
    _, _, err = run("plan", file, "--output", file, *AT)
    assert "a file that plans are made from" in " ".join(err.split())
    assert "not valid YAML" not in err


@pytest.mark.parametrize("name", ["Pulumi.yaml", "deploy/Pulumi.prod.yaml", "deploy/Pulumi.dev.yaml"])
def test_no_file_of_the_project_is_overwritten(
    stack_file: StackFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    project = tmp_path / "project"
    (project / "deploy").mkdir(parents=True)
    (project / "Pulumi.yaml").write_text("name: llm\nstackConfigDir: deploy\n", encoding="utf-8")
    for stack in ("dev", "prod"):
        (project / f"deploy/Pulumi.{stack}.yaml").write_bytes(stack_file().read_bytes())
    before = (project / name).read_bytes()
    monkeypatch.chdir(project)
    assert main(["plan", "dev", "--output", name, *AT]) == 2
    assert (project / name).read_bytes() == before


def test_a_pipe_that_is_read_and_written_is_no_file_to_lose(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    check_target(str(pipe), [pipe])  # raises nothing


@pytest.mark.parametrize("words", [("--compare", ""), ("",)])
def test_an_empty_name_of_a_stack_is_no_stack(run: Run, words: tuple[str, ...]) -> None:
    stack = () if words == ("",) else ("dev",)
    code, out, err = run("plan", *stack, *words, *AT)
    assert (code, out) == (2, "")
    assert "there is no stack ''" in err


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
