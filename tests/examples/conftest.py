"""Stacks outside of this repository: each is run with the installed distribution, by itself in a folder of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rackguard.record import record

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
UNKNOWN = "UNKNOWN"
"""Stands for what only exists once something is deployed."""


@record
class Recorded:
    """What a program declares."""

    rackguard: Path
    """Where the process found `rackguard`."""
    said: tuple[str, ...]
    """Warnings and errors, in the order in which they were logged."""
    resources: tuple[dict[str, Any], ...]
    outputs: dict[str, Any]

    @property
    def types(self) -> dict[str, int]:
        """How many resources there are of each type."""
        return Counter(one["type"] for one in self.resources)

    def named(self, name: str) -> dict[str, Any]:
        """The one resource of this logical name."""
        (found,) = (one for one in self.resources if one["name"] == name)
        return found

    def inputs(self, name: str) -> dict[str, Any]:
        """Its inputs."""
        return self.named(name)["inputs"]


Run = Callable[[Path, str], Recorded]
Example = Callable[[str, str], Recorded]


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the distribution as pip installs it from its wheel."""
    folder = tmp_path_factory.mktemp("installed")
    wheels, target = folder / "wheels", folder / "target"
    _python("-m", "hatchling", "build", "--target", "wheel", "--directory", str(wheels), cwd=ROOT)
    (wheel,) = wheels.iterdir()
    pip = ("-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps", "--no-index")
    _python(*pip, "--target", str(target), str(wheel), cwd=folder)
    return target


@pytest.fixture(scope="session")
def run(installed: Path) -> Run:
    """`run(folder, "dev")`: the program of a folder, recorded offline."""

    def record_it(folder: Path, stack: str) -> Recorded:
        path = os.pathsep.join((str(installed), str(ROOT)))  # the latter for the tests' own check
        program = str(Path(__file__).with_name("record_example.py"))
        answer = json.loads(_python(program, str(folder), stack, cwd=folder, PYTHONPATH=path))
        recorded = Recorded(
            Path(answer["rackguard"]), tuple(answer["said"]), tuple(answer["resources"]), answer["outputs"]
        )
        assert recorded.rackguard == installed / "rackguard/__init__.py"
        assert [problem for one in recorded.resources for problem in one["problems"]] == []
        return recorded

    return record_it


@pytest.fixture(scope="session")
def example(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Example:
    """`example("network-only", "dev")`: a copy of an example, recorded once."""
    known: dict[tuple[str, str], Recorded] = {}

    def recorded(name: str, stack: str) -> Recorded:
        if (name, stack) not in known:
            folder = tmp_path_factory.mktemp(name) / name
            shutil.copytree(EXAMPLES / name, folder, ignore=shutil.ignore_patterns(".venv", "__pycache__"))
            known[name, stack] = run(folder, stack)
        return known[name, stack]

    return recorded


def _python(*arguments: str, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
