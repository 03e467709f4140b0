"""The examples as a collection: each is a whole project of its own, and says so where people look."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.examples.conftest import EXAMPLES, ROOT, Example, Run

NAMES = sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir())
BY_NAME = pytest.mark.parametrize("name", NAMES)
IN_PYTHON = [name for name in NAMES if (EXAMPLES / name / "__main__.py").is_file()]
PYTHON = {"name": "python", "options": {"toolchain": "pip", "virtualenv": ".venv"}}


def settings(name: str) -> dict[str, Any]:
    return yaml.safe_load((EXAMPLES / name / "Pulumi.yaml").read_text(encoding="utf-8"))


def test_there_are_four() -> None:
    assert NAMES == ["existing-network", "minimal-cluster", "network-only", "yaml-cluster"]
    assert NAMES[:3] == IN_PYTHON


@BY_NAME
def test_an_example_is_a_project(name: str) -> None:
    assert settings(name)["name"] == name
    assert settings(name)["runtime"] == (PYTHON if name in IN_PYTHON else "yaml")
    assert (EXAMPLES / name / "Pulumi.dev.yaml").is_file()


def test_the_yaml_program_uses_the_plugin_of_this_repository() -> None:
    (folder,) = settings("yaml-cluster")["packages"].values()
    plugin = EXAMPLES / "yaml-cluster" / folder
    assert yaml.safe_load((plugin / "PulumiPlugin.yaml").read_text(encoding="utf-8"))["runtime"] == PYTHON
    lines = (plugin / "requirements.txt").read_text(encoding="utf-8").splitlines()
    (requirement,) = (line for line in lines if not line.startswith("#"))
    assert requirement == "../..[aws]"
    assert (plugin / "../..").resolve() == ROOT


def test_the_yaml_program_declares_the_minimal_cluster(example: Example) -> None:
    declared = settings("yaml-cluster")["resources"]["lab"]["properties"]
    config = yaml.safe_load((EXAMPLES / "yaml-cluster" / "Pulumi.dev.yaml").read_text(encoding="utf-8"))["config"]
    values = {
        "${aws:region}": config["aws:region"],
        "${aws:allowedAccountIds[0]}": config["aws:allowedAccountIds"][0],
        "${ssh_key}": config["yaml-cluster:ssh_key"],
    }
    args = json.loads(re.sub(r'"(\$\{[^"]+\})"', lambda found: json.dumps(values[found[1]]), json.dumps(declared)))
    (component,) = (one for one in example("minimal-cluster", "dev").resources if one["name"] == "lab")
    names = {"account_id": "accountId"}
    assert {names.get(key, key): value for key, value in component["inputs"].items() if key != "pools"} == {
        key: value for key, value in args.items() if key != "pools"
    }
    assert args["pools"]["gpu"] == {
        {"instance_type": "instanceType", "zone_id": "zoneId"}.get(key, key): value
        for key, value in component["inputs"]["pools"]["gpu"].items()
    }


def test_the_distribution_has_the_plugin_as_a_program(installed: Path) -> None:
    engine = [str(installed / "bin" / "pulumi-resource-rackguard-aws"), "127.0.0.1:1"]
    plugin = subprocess.Popen(engine, env={**os.environ, "PYTHONPATH": str(installed)}, stdout=subprocess.PIPE)
    assert plugin.stdout
    try:
        assert 0 < int(plugin.stdout.readline()) < 65536
    finally:
        plugin.kill()
        plugin.communicate()


@pytest.mark.parametrize("name", IN_PYTHON)
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
