"""The action, the template, the hook and our own workflow: they give the script what it reads, and ask for little."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
DEFINITIONS = ("action.yml", ".github/workflows/check.yml", ".github/workflows/components.yml")


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def action() -> dict[str, Any]:
    return yaml.safe_load(text_of("action.yml"))


def template() -> tuple[dict[str, Any], dict[str, Any]]:
    spec, jobs = yaml.safe_load_all(text_of("templates/gitlab-ci.yml"))
    return spec["spec"]["inputs"], jobs["rackguard"]


def read_by(*scripts: str) -> set[str]:
    return {name for script in scripts for name in re.findall(r"(?<!-u )\bRACKGUARD_[A-Z_]+", text_of(script))}


def test_the_action_gives_the_script_all_that_it_reads() -> None:
    step = next(step for step in action()["runs"]["steps"] if step.get("id") == "check")
    given = {name for name in step["env"] if name.startswith("RACKGUARD_")}
    assert given | {"RACKGUARD_OUTPUT"} == read_by("action/run.sh", "action/github.sh")
    assert "export RACKGUARD_OUTPUT" in step["run"]
    used = set(re.findall(r"inputs\.([a-z-]+)", str(step["env"])))
    assert used == set(action()["inputs"])


def test_the_template_gives_the_script_all_that_it_reads() -> None:
    inputs, job = template()
    own = {"RACKGUARD_COMMIT", "RACKGUARD_URL"}
    given = set(job["variables"]) - {"GIT_DEPTH"} - own
    assert given | {"RACKGUARD_GITLAB_TOKEN"} == read_by("action/run.sh", "action/gitlab.sh")
    assert set(re.findall(r"\$\[\[ inputs\.(\w+) \]\]", text_of("templates/gitlab-ci.yml"))) == set(inputs)
    folder = job["variables"]["RACKGUARD_OUTPUT"]
    assert job["artifacts"] == {
        "when": "always",
        "paths": [f"{folder}/"],
        "reports": {"codequality": f"{folder}/code-quality.json"},
    }


def test_defaults_are_alike() -> None:
    inputs, _ = template()
    names = {name: name.replace("-", "_") for name in action()["inputs"] if name != "sarif"}
    assert {name: action()["inputs"][name]["default"] for name in names} == {
        "stack": "",
        "preview": "",
        "framework": "",
        "exceptions": "",
        "fail-on": "low",
        "comment": "true",
    }
    assert all(inputs[theirs]["default"] == action()["inputs"][ours]["default"] for ours, theirs in names.items())


@pytest.mark.parametrize("name", DEFINITIONS)
def test_actions_of_others_are_pinned_by_commit_and_say_their_version(name: str) -> None:
    used = re.findall(r"uses: (.+)", text_of(name))
    assert used
    assert [
        one
        for one in used
        if not one.startswith("./ #") and not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)
    ] == []


@pytest.mark.parametrize("name", [*DEFINITIONS, "templates/gitlab-ci.yml"])
def test_no_shell_is_put_together_from_what_a_stranger_may_write(name: str) -> None:
    """Values reach the shell as variables: an expression within a script would be run as a part of it."""
    scripts: list[str] = []
    for document in yaml.safe_load_all(text_of(name)):
        jobs = [document.get("runs", {}), *document.get("jobs", {}).values()]
        scripts += [step["run"] for job in jobs for step in job.get("steps", []) if "run" in step]
        scripts += document.get("rackguard", {}).get("script", [])
    assert [script for script in scripts if "${{" in script or "$[[" in script] == []


def test_our_workflow_may_do_no_more_than_it_says() -> None:
    workflow = yaml.safe_load(text_of(".github/workflows/check.yml"))
    assert workflow[True] == {"pull_request": None}  # YAML 1.1 reads `on` as a truth
    assert workflow["permissions"] == {}
    (job,) = workflow["jobs"].values()
    assert job["permissions"] == {"contents": "read", "pull-requests": "write", "security-events": "write"}
    stacks = {path.name.split(".")[1] for path in (ROOT / "stacks").glob("Pulumi.*.yaml")}
    assert set(job["strategy"]["matrix"]["stack"]) == stacks
    checkout, ours = job["steps"]
    assert checkout["with"] == {"fetch-depth": 2, "persist-credentials": False}
    assert ours["uses"] == "./"


@pytest.mark.parametrize(("end", "code"), [("usw2-az1", 0), ("usw9-az9", 1)])
def test_the_hook_names_mistakes(tmp_path: Path, end: str, code: int) -> None:
    (hook,) = yaml.safe_load(text_of(".pre-commit-hooks.yaml"))
    file = tmp_path / "Pulumi.dev.yaml"
    file.write_text(text_of("stacks/Pulumi.dev.yaml").replace("usw2-az1", end))
    name, *words = shlex.split(hook["entry"])
    command = [str(Path(sys.executable).parent / name), *words, str(file)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == code
    assert ("zone-outside-region" in run.stdout + run.stderr) == bool(code)


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("Pulumi.yaml", False),
        ("Pulumi.dev.yaml", True),
        ("stacks/Pulumi.prod.yml", True),
        ("a/MyPulumi.dev.yaml", False),
    ],
)
def test_the_hook_reads_stack_files_only(path: str, *, wanted: bool) -> None:
    (hook,) = yaml.safe_load(text_of(".pre-commit-hooks.yaml"))
    assert bool(re.search(hook["files"], path)) == wanted


def test_what_is_installed_is_this_checkout_with_the_versions_of_its_lock(tmp_path: Path) -> None:
    calls = tmp_path / "calls"
    python = tmp_path / "python"
    python.write_text(
        f'#!/bin/sh\necho "$*" >>{calls}\n'
        '[ "$2 $3" != "-m venv" ] || { mkdir -p "$4/bin"; cp "$0" "$4/bin/python"; }\n'
    )
    python.chmod(0o755)
    target = tmp_path / "venv"
    environment = {**os.environ, "PYTHON": str(python)}
    subprocess.run([str(ROOT / "action/install.sh"), str(target)], env=environment, check=True, cwd=tmp_path)
    pip = "-I -m pip --quiet --disable-pip-version-check install"
    assert calls.read_text().splitlines() == [
        f"-I -m venv {target}",
        f"{pip} --require-hashes --requirement {ROOT}/requirements.lock",
        f"{pip} --no-deps --no-build-isolation {ROOT}",
    ]


@pytest.mark.parametrize("name", ["run.sh", "install.sh"])
def test_the_scripts_may_be_run(name: str) -> None:
    assert os.access(ROOT / "action" / name, os.X_OK)
