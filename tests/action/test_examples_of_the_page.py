"""The page's workflow, template and hook are ones that can be used as they stand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def blocks() -> list[str]:
    page = (ROOT / "docs/pull-requests.md").read_text(encoding="utf-8")
    return re.findall(r"^```yml\n(.*?)^```", page, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def examples(blocks: list[str]) -> list[Any]:
    return [yaml.safe_load(block) for block in blocks]


def definition(name: str) -> dict[str, Any]:
    return next(yaml.safe_load_all((ROOT / name).read_text(encoding="utf-8")))


def test_the_workflow_gives_inputs_that_the_action_has(examples: list[Any]) -> None:
    checkout, ours = examples[0]["jobs"]["rackguard"]["steps"]
    assert ours["uses"].startswith("OWNER/rackguard@")
    assert set(ours["with"]) == {"stack", "framework", "fail-on"}
    assert set(ours["with"]) < set(definition("action.yml")["inputs"])
    own = definition(".github/workflows/check.yml")["jobs"]["rackguard"]
    assert checkout == own["steps"][0]
    assert examples[0]["jobs"]["rackguard"]["permissions"] == own["permissions"]


def test_the_linter_finds_nothing_in_the_workflow(blocks: list[str], tmp_path: Path) -> None:
    file = tmp_path / ".github/workflows/cluster.yml"
    file.parent.mkdir(parents=True)
    zizmor = [str(Path(sys.executable).parent / "zizmor"), "--offline", "--quiet", "--no-progress", str(file)]
    file.write_text(re.sub(r"@[0-9a-f]{40}", "@main", blocks[0]))
    assert subprocess.run(zizmor, capture_output=True, check=False).returncode != 0
    file.write_text(blocks[0])
    run = subprocess.run(zizmor, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_inclusion_gives_inputs_that_the_template_has(examples: list[Any]) -> None:
    (include,) = examples[1]["include"]
    inputs = definition("templates/gitlab-ci.yml")["spec"]["inputs"]
    assert set(include["inputs"]) <= set(inputs)
    assert {name for name, one in inputs.items() if "default" not in one} <= set(include["inputs"])
    assert include["inputs"]["rackguard_commit"] == include["ref"]
    assert re.fullmatch(inputs["rackguard_commit"]["regex"], include["ref"])
    assert include["inputs"]["fail_on"] in inputs["fail_on"]["options"]
    assert (ROOT / include["file"]).is_file()


def test_the_hook_is_one_that_there_is(examples: list[Any]) -> None:
    (repo,) = examples[2]["repos"]
    ours = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert [hook["id"] for hook in repo["hooks"]] == [hook["id"] for hook in ours]


def test_the_table_of_the_page_has_every_input_with_its_default() -> None:
    page = (ROOT / "docs/pull-requests.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (\S+) \|", page, re.MULTILINE))
    said = {"none": "", "all": "", "`low`": "low", "`true`": "true"}
    inputs = definition("action.yml")["inputs"]
    assert {name: said[default] for name, default in rows.items()} == {n: i["default"] for n, i in inputs.items()}


def test_the_step_of_the_readme_is_one_of_the_action() -> None:
    blocks = re.findall(
        r"^```yml\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    (block,) = (each for each in blocks if each.startswith("- uses:"))
    (step,) = yaml.safe_load(block)
    assert step["uses"].startswith("OWNER/rackguard@")
    assert set(step["with"]) < set(definition("action.yml")["inputs"])
    assert (ROOT / step["with"]["stack"]).is_file()
