"""Where packs are, and what is in them."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml

from rackguard_policies import framework, packs, registry

ROOT = Path(__file__).parents[3]


def test_the_packs_of_the_repository() -> None:
    assert packs.folders() == {name: ROOT / "policies" / name for name in ("all", "cost", "hipaa", "iso27001")}
    assert list(packs.folders()) == [packs.ALL, *framework.known()]


def test_the_packs_of_the_installed_distribution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("rackguard_policies/policy_packs/b", "rackguard_policies/policy_packs/a", "somebody_elses"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "PulumiPolicy.yaml").touch()
    (tmp_path / "rackguard_policies/policy_packs/empty").mkdir()
    inside = tmp_path / "rackguard_policies/policy_packs"
    monkeypatch.setattr(packs, "_PLACES", (inside, tmp_path))
    assert list(packs.folders().items()) == [("a", inside / "a"), ("b", inside / "b")]


def test_the_wheel_has_every_pack_where_it_is_looked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    places = {f"policies/{name}": f"rackguard_policies/policy_packs/{name}" for name in packs.folders()}
    assert {source: place for source, place in wheel["sources"].items() if "policy_packs" in place} == places
    assert set(places) <= set(wheel["only-include"])


def test_every_pack_is_a_program() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    programs = {name: of for name, of in scripts.items() if name.startswith("rackguard-pack-")}
    assert programs == {f"rackguard-pack-{name}": "rackguard.cli.pack:run" for name in packs.folders()}


@pytest.mark.parametrize("name", sorted(packs.folders()))
def test_a_pack_says_its_name_version_and_runtime(name: str) -> None:
    said = yaml.safe_load((packs.folders()[name] / packs.PROJECT_FILE).read_text(encoding="utf-8"))
    assert said.pop("description")
    assert said == {"name": f"rackguard-{name}", "version": version("rackguard"), "runtime": "python"}
    assert packs.version(name) == version("rackguard")
    lines = (packs.folders()[name] / "__main__.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) < 10


@pytest.mark.parametrize("name", framework.known())
def test_a_pack_asks_the_rules_of_its_framework(name: str) -> None:
    pack = packs.load(name)
    assert {rule.id for rule in pack.rules} == framework.load(name).rules
    assert (pack.name, pack.frameworks) == (name, (framework.load(name),))


def test_the_pack_of_all_frameworks_asks_each_rule_once() -> None:
    pack = packs.load("all")
    assert [rule.id for rule in pack.rules] == [rule.id for rule in registry.all_rules()]
    assert [each.id for each in pack.frameworks] == ["cost", "hipaa", "iso27001"]


def test_there_is_no_pack_of_another_name() -> None:
    with pytest.raises(KeyError):
        packs.load("soc2")


def test_a_pack_starts_without_the_sdk_and_leaves_it_as_it_is() -> None:
    script = (
        "import sys; from rackguard_policies.bridge import protocol, serve; from rackguard_policies import packs;"
        " packs.load('all');"
        " print(*(name for name in ('pulumi', 'importlib.metadata', 'pydantic', 'yaml') if name in sys.modules));"
        " import pulumi, pulumi.runtime.proto;"
        " print(pulumi.runtime.proto.AnalyzeRequest is protocol.analyzer_pb2.AnalyzeRequest, pulumi.Resource.__name__)"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("\nTrue Resource\n", "")
