"""Which file a stack's name stands for."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rackguard.cli.stacks import find, known_stacks
from rackguard.spec.problem import InvalidInput

ROOT = Path(__file__).parents[2]


Run = Callable[..., Any]
Project = Callable[..., Path]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """`project("dev", "prod", pulumi="name: x")`: a project with these stacks, and the working directory in it."""

    def make(
        *stacks: str, pulumi: str | bytes | None = "name: x\nstackConfigDir: stacks\n", folder: str = "stacks"
    ) -> Path:
        if pulumi is not None:
            content = pulumi.encode() if isinstance(pulumi, str) else pulumi
            (tmp_path / "Pulumi.yaml").write_bytes(content)
        (tmp_path / folder).mkdir(exist_ok=True)
        for stack in stacks:
            (tmp_path / folder / f"Pulumi.{stack}.yaml").write_text("config: {}\n", encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        return tmp_path

    return make


def refusal(stack: str | None) -> str:
    with pytest.raises(InvalidInput) as raised:
        find(stack)
    (problem,) = raised.value.problems
    return f"{problem.message}. {problem.hint}"


def test_stacks_are_those_of_the_projects_folder(project: Project) -> None:
    folder = project("prod", "dev")
    (folder / "stacks/notes.yaml").touch()
    (folder / "stacks/Pulumi..yaml").touch()
    (folder / "stacks/Pulumi.yaml").touch()
    assert known_stacks() == {"dev": Path("stacks/Pulumi.dev.yaml"), "prod": Path("stacks/Pulumi.prod.yaml")}


def test_without_a_setting_they_stand_beside_the_project_file(project: Project) -> None:
    project("dev", pulumi="name: x\n", folder=".")
    assert known_stacks() == {"dev": Path("Pulumi.dev.yaml")}


@pytest.mark.parametrize(
    "content", ["- a\n", "a: [\n", "", b"\xff\x00", "stackConfigDir: 3\n", "stackConfigDir: none\n"]
)
def test_an_odd_project_file_is_no_failure(project: Project, content: str | bytes) -> None:
    project(pulumi=content)
    assert known_stacks() == {}
    assert "there is no stack 'dev'" in refusal("dev")


def test_the_project_is_found_from_a_folder_inside(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = project("dev")
    inside = folder / "a/b"
    inside.mkdir(parents=True)
    monkeypatch.chdir(inside)
    assert find("dev") == Path("../../stacks/Pulumi.dev.yaml")
    assert find("dev").is_file()


def test_the_only_stack_needs_no_name(project: Project) -> None:
    project("dev")
    assert find(None) == Path("stacks/Pulumi.dev.yaml")


def test_of_several_one_must_be_named(project: Project) -> None:
    project("dev", "prod")
    assert refusal(None) == "there are several stacks, and none is named. Name one of dev, prod."


def test_a_name_with_a_slip_is_answered_with_the_nearest(project: Project) -> None:
    project("dev", "staging")
    assert refusal("stagng") == "there is no stack 'stagng'. Did you mean 'staging'?"
    assert refusal("qa") == "there is no stack 'qa'. Stacks here: dev, staging. Or give the path of a stack file."
    assert refusal("") == "there is no stack ''. Stacks here: dev, staging. Or give the path of a stack file."


def test_outside_of_a_project_paths_are_left(project: Project) -> None:
    project(pulumi=None)
    for stack in (None, "dev"):
        assert "Run it inside the project, or give the path of a stack file." in refusal(stack)
    assert find("other/file.yaml") == Path("other/file.yaml")


def test_a_stack_comes_before_a_file_of_its_name(project: Project) -> None:
    folder = project("dev")
    (folder / "dev").mkdir()
    assert find("dev") == Path("stacks/Pulumi.dev.yaml")
    (folder / "file").touch()
    assert find("file") == Path("file")


def test_a_working_directory_that_is_gone_has_no_stacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert known_stacks() == {}
    assert "there is no stack 'dev'" in refusal("dev")
    monkeypatch.chdir(ROOT)


def test_the_command_takes_names_wherever_it_is_started(
    run: Run, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    stacks = project("dev", "prod", "staging") / "stacks"
    shutil.copy(ROOT / "stacks/Pulumi.dev.yaml", stacks)
    monkeypatch.chdir(stacks)
    code, out, _ = run("validate", "dev")
    assert code == 0
    assert "  Pulumi.dev.yaml:" in out
    code, _, err = run("plan")
    assert code == 2
    assert "Name one of dev, prod, staging." in err
