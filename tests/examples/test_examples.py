"""The examples as a collection: each is a whole project of its own, and says so where people look."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from tests.examples.conftest import EXAMPLES, ROOT, Run

NAMES = sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir())
BY_NAME = pytest.mark.parametrize("name", NAMES)


def test_there_are_three() -> None:
    assert NAMES == ["existing-network", "minimal-cluster", "network-only"]


@BY_NAME
def test_an_example_is_a_project(name: str) -> None:
    settings = yaml.safe_load((EXAMPLES / name / "Pulumi.yaml").read_text(encoding="utf-8"))
    assert settings["name"] == name
    assert settings["runtime"] == {"name": "python", "options": {"toolchain": "pip", "virtualenv": ".venv"}}
    assert (EXAMPLES / name / "Pulumi.dev.yaml").is_file()


@BY_NAME
def test_what_it_requires_is_this_distribution_with_its_extra(name: str) -> None:
    lines = (EXAMPLES / name / "requirements.txt").read_text(encoding="utf-8").splitlines()
    (requirement,) = (line for line in lines if not line.startswith("#"))
    found = re.fullmatch(r"([./]+)\[(\w+)\]", requirement)
    assert found
    project = tomllib.loads((EXAMPLES / name / found[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] == "rackguard"
    assert found[2] in project["optional-dependencies"]


@BY_NAME
def test_its_page_says_how_to_run_it_and_the_readme_leads_to_it(name: str) -> None:
    page = (EXAMPLES / name / "README.md").read_text(encoding="utf-8")
    assert "pulumi up" in page
    assert f"](examples/{name}/README.md)" in (ROOT / "README.md").read_text(encoding="utf-8")


@BY_NAME
def test_its_account_and_keys_are_nobodys(name: str) -> None:
    for file in (EXAMPLES / name).glob("Pulumi.*.yaml"):
        config = yaml.safe_load(file.read_text(encoding="utf-8"))["config"]
        assert config["aws:allowedAccountIds"] == ["123456789012"]
        assert config.get(f"{name}:ssh_key", "rackguard-example").endswith("rackguard-example")


def test_the_program_of_the_readme_runs(run: Run, tmp_path: Path) -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), re.DOTALL | re.MULTILINE)
    example = EXAMPLES / "minimal-cluster"
    for file in ("Pulumi.yaml", "Pulumi.dev.yaml"):
        (tmp_path / file).write_bytes((example / file).read_bytes())
    (tmp_path / "__main__.py").write_text(program, encoding="utf-8")
    recorded = run(tmp_path, "dev")
    assert recorded.types["rackguard-aws:index:GpuCluster"] == 1
    assert recorded.types["aws:autoscaling/group:Group"] == 1
    assert recorded.inputs("lab-pool-train-template")["instanceType"] == "g6.xlarge"
    assert recorded.outputs == {"pool_groups": {"train": "lab-pool-train"}}
