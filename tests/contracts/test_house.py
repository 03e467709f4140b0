"""The house keeps its own rules: names, sizes, locks, layers and the few words of its Makefile."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements.lock", "requirements-dev.lock")
LOCKED_EXTRAS = ("aws", "account", "policy")  # why not gcp: see the Makefile
WORDS = {"help", "setup", "plan", "lint", "test", "engine", "bench", "docs", "lock"}
MODULES = {"go.mod", "go.sum"}  # which name each Go module by the address of its source
CLOUDS = {"aws", "gcp"}  # the packages whose task is to import a provider SDK
# Imported when a program is run, not before.
RUN = {f"rackguard.graph.{name}" for name in ("call_site", "leftovers", "recorder")}
RUN |= {f"rackguard_policies.bridge.{name}" for name in ("analyzer", "information", "protocol", "ready", "serve")}
HEAVY = {"boto3", "botocore", "grpc", "moto", "pulumi", "pulumi_aws", "pulumi_gcp", "pulumi_policy"}

LOCK_LINE = re.compile(
    r"""(?P<entry>[a-z0-9-]+==[^\s;]+(?:\ ;\ [^\\]+)?\ \\)
      | (?P<hash>\s{4}--hash=sha256:[0-9a-f]{64}(?:\ \\)?)
      | (?P<remark>\s*\#.*)""",
    re.VERBOSE,
)


@cache
def tracked() -> tuple[Path, ...]:
    command = ["git", "ls-files", "-z"]
    listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return tuple(Path(name) for name in listing.split("\0") if name and (ROOT / name).is_file())


def text_of(name: Path | str) -> str:
    return (ROOT / name).read_text(encoding="utf-8", errors="replace")


@cache
def project() -> dict[str, Any]:
    return tomllib.loads(text_of("pyproject.toml"))


@cache
def versions(lock: str) -> dict[str, str]:
    entries = [line.split() for line in text_of(lock).splitlines() if line[:1].isalnum()]
    return dict(entry[0].split("==") for entry in entries)


def group(name: str) -> list[str]:
    entries: list[Any] = project()["dependency-groups"][name]
    own = [entry for entry in entries if isinstance(entry, str)]
    return own + [text for entry in entries if isinstance(entry, dict) for text in group(entry["include-group"])]


def unmet(requirements: list[str], lock: str) -> list[str]:
    """The requirements that a lock file does not answer, or answers with a version they refuse."""
    wanted = {text: Requirement(text) for text in requirements}
    found = {text: versions(lock).get(canonicalize_name(one.name)) for text, one in wanted.items()}
    return [text for text, one in wanted.items() if not (version := found[text]) or version not in one.specifier]


def packages() -> list[str]:
    folders = sorted(path.parent.name for path in (ROOT / "components/rackguard").glob("*/__init__.py"))
    return [f"rackguard.{name}" for name in folders if name not in CLOUDS]


def test_a_file_is_named_for_what_it_is() -> None:
    says_nothing = re.compile(r"(?:^|_)(?:utils?|helpers?|commons?|misc)(?:_|$)")
    # A rule's file has its id for a name, which is the guardrail's.
    named = [path for path in tracked() if not path.is_relative_to("policies/rackguard_policies/rules")]
    assert [str(path) for path in named if any(says_nothing.search(Path(part).stem) for part in path.parts)] == []


def test_modules_are_short_enough_to_read() -> None:
    shipped = [path for path in tracked() if path.suffix == ".py" and path.parts[0] in {"components", "policies"}]
    assert Path("components/rackguard/__init__.py") in shipped
    lines = {str(path): text_of(path).count("\n") for path in shipped}
    assert {name: count for name, count in lines.items() if count >= 300} == {}


@pytest.mark.parametrize(
    "place",
    [
        pytest.param(r"(?:pypi|pythonhosted|npmjs|golang|crates)\.(?:org|com|io)\b", id="download host"),
        pytest.param(r"(?<![\w.-])/(?:work|workspace|builds|Users)/[a-z]", id="path of one machine"),
    ],
)
def test_no_file_names_where_it_was_made(place: str) -> None:
    own = [path for path in tracked() if path.name not in MODULES]
    assert [str(path) for path in own if re.search(place, text_of(path))] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_entries_hashes_and_remarks_only(lock: str) -> None:
    odd = [line for line in text_of(lock).splitlines() if not LOCK_LINE.fullmatch(line)]
    assert odd == []
    assert "http" not in text_of(lock)


@pytest.mark.parametrize("lock", LOCKS)
def test_every_entry_of_a_lock_carries_a_hash(lock: str) -> None:
    matches = [LOCK_LINE.fullmatch(line) for line in text_of(lock).splitlines()]
    kinds = [match.lastgroup for match in matches if match]
    after = dict(enumerate(kinds[1:]))
    assert kinds.count("entry") == len(versions(lock)) > 20
    assert {after.get(at) for at, kind in enumerate(kinds) if kind == "entry"} == {"hash"}


def test_the_plan_lock_answers_what_planning_and_building_need() -> None:
    needed = [*project()["project"]["dependencies"], *project()["project"]["optional-dependencies"]["aws"]]
    assert unmet([*needed, *group("build")], "requirements.lock") == []
    assert unmet(project()["build-system"]["requires"], "requirements.lock") == []


def test_the_developers_lock_answers_everything() -> None:
    extras = [text for name in LOCKED_EXTRAS for text in project()["project"]["optional-dependencies"][name]]
    assert unmet([*project()["project"]["dependencies"], *extras, *group("dev")], "requirements-dev.lock") == []


def test_the_plan_lock_is_a_part_of_the_developers_lock() -> None:
    assert versions("requirements.lock").items() <= versions("requirements-dev.lock").items()


def test_a_requirement_missing_from_a_lock_is_noticed() -> None:
    assert unmet(["pydantic>=2", "pydantic>=99", "left-pad"], "requirements.lock") == ["pydantic>=99", "left-pad"]


@pytest.mark.parametrize("package", ["rackguard", "rackguard_policies", *packages()])
def test_importing_a_package_loads_no_sdk(package: str) -> None:
    program = f"""
import importlib, json, pkgutil, sys
package = importlib.import_module({package!r})
if package.__name__ != "rackguard":
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if module.name not in {sorted(RUN)!r}:
            importlib.import_module(module.name)
print(json.dumps(sorted(name.partition(".")[0] for name in sys.modules)))
"""
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    loaded = set(json.loads(run.stdout))
    assert package.partition(".")[0] in loaded
    assert loaded & HEAVY == set()


def test_the_makefile_explains_its_words() -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    run = subprocess.run(["make"], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    explained = dict(re.findall(r"^  make (\w+)\s+(\S.*)$", run.stdout, flags=re.MULTILINE))
    assert explained.keys() == WORDS


def test_a_plan_from_make_can_be_piped() -> None:
    """`make plan ARGS="--format json" | jq`: what else is said on the way goes to standard error."""
    text = text_of("Makefile")
    for target in ("plan", r"\$\(PLAN_READY\)", r"\$\(DEV_READY\)"):
        (recipe,) = re.findall(rf"^{target}:.*\n((?:\t.*\n)+)", text, re.MULTILINE)
        said = [line for line in recipe.splitlines() if line.startswith("\t@echo")]
        assert said
        assert [line for line in said if not line.endswith(" >&2")] == []


def test_ci_runs_the_two_words() -> None:
    assert os.access(ROOT / ".ci/run", os.X_OK)
    assert "make lint test" in text_of(".ci/run")


def test_hooks_download_nothing() -> None:
    repos = yaml.safe_load(text_of(".pre-commit-config.yaml"))["repos"]
    hooks = [hook for repo in repos for hook in repo["hooks"]]
    assert {repo["repo"] for repo in repos} == {"local"}
    assert {hook["language"] for hook in hooks} == {"system"}
    assert {Path(shlex.split(hook["entry"])[0]).parent for hook in hooks} == {Path(".venv/bin")}


def test_pulumi_finds_the_program_and_its_stacks() -> None:
    settings = yaml.safe_load(text_of("Pulumi.yaml"))
    assert (settings["name"], settings["main"], settings["stackConfigDir"]) == ("rackguard", "stacks", "stacks")
    assert settings["runtime"] == {"name": "python", "options": {"toolchain": "pip", "virtualenv": ".venv"}}
