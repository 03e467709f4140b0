"""Pulumi's command, run as a person types it, in a project folder of its own with its own home and state."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import yaml
from tests.engine import build, prepared

ROOT = Path(__file__).parents[2]
_PASSED_ON = ("LANG", "TMPDIR")
"""Of the environment: nothing that could lead to an account or to somebody's own settings."""
_HOST = """#!/bin/sh
exec env PYTHONPATH={root} {python} -m tests.engine.language_host "$@"
"""


@dataclass(frozen=True)
class Result:
    """How a run of the command ended, and what it printed."""

    rc: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it printed, as data."""
        return json.loads(self.out)


@dataclass(frozen=True)
class Project:
    """A copy of the repository's Pulumi project in a folder of its own."""

    folder: Path
    env: dict[str, str] = field(repr=False)

    @property
    def state(self) -> Path:
        """The folder that holds the states of its stacks."""
        return self.folder.parent / "state"

    def pulumi(self, *args: str, rc: int | None = 0, env: dict[str, str] | None = None) -> Result:
        """Run the command; another exit code than `rc` (None: any) fails the test and shows what was printed."""
        run = subprocess.run(
            ["pulumi", *args, "--color", "never"],
            cwd=self.folder,
            env={**self.env, **(env or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        shown = f"pulumi {' '.join(args)} ended with {run.returncode}\n{run.stdout[-6000:]}\n{run.stderr[-6000:]}"
        assert rc is None or run.returncode == rc, shown
        return Result(run.returncode, run.stdout, run.stderr)

    def start(self, *args: str, env: dict[str, str] | None = None) -> subprocess.Popen[str]:
        """Start the command, to be interrupted or killed by whoever asked for it."""
        return subprocess.Popen(
            ["pulumi", *args, "--color", "never"],
            cwd=self.folder,
            env={**self.env, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def stack_file(self, stack: str) -> Path:
        """The file that declares a stack."""
        return self.folder / "stacks" / f"Pulumi.{stack}.yaml"

    def config(self, stack: str) -> dict[str, Any]:
        """What the stack's file configures."""
        return yaml.safe_load(self.stack_file(stack).read_text(encoding="utf-8"))["config"]

    def change(self, stack: str, old: str, new: str) -> None:
        """Edit a stack's file, which must hold `old` once."""
        file = self.stack_file(stack)
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, (old, text.count(old))
        file.write_text(text.replace(old, new), encoding="utf-8")

    def exported(self, stack: str) -> dict[str, Any]:
        """The stack's state, as `pulumi stack export` prints it."""
        return self.pulumi("stack", "export", "--stack", stack).json


def make(where: Path, providers: dict[str, str]) -> Project:
    """A project below `where`, whose providers answer at the addresses given: `{"aws": "4321"}`."""
    folder, home = where / "project", where / "home"
    for made in (home, where / "state", folder):
        made.mkdir(parents=True)
    shutil.copy(ROOT / "Pulumi.yaml", folder)
    shutil.copytree(ROOT / "stacks", folder / "stacks", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / ".venv").symlink_to(sys.prefix)
    for file in (folder / "stacks").glob("Pulumi.*.yaml"):
        file.write_text(prepared.text_of(file), encoding="utf-8")
    bins = [Path(sys.prefix, "bin"), *build.folders()]
    _give_python_host(home, bins)
    return Project(folder, _environment(where, bins, providers))


def _give_python_host(home: Path, bins: list[Path]) -> None:
    """Pulumi's own host where it is beside the command, else the tests'."""
    if any((folder / build.PYTHON_HOST).is_file() for folder in bins):
        return
    host = home / "plugins" / f"language-python-v{version('pulumi')}" / build.PYTHON_HOST
    host.parent.mkdir(parents=True)
    host.write_text(_HOST.format(root=ROOT, python=sys.executable), encoding="utf-8")
    host.chmod(0o755)


def _environment(where: Path, bins: list[Path], providers: dict[str, str]) -> dict[str, str]:
    return {
        **{name: os.environ[name] for name in _PASSED_ON if name in os.environ},
        "HOME": str(where),
        "PATH": os.pathsep.join([*map(str, bins), "/usr/local/bin", "/usr/bin", "/bin"]),
        "PULUMI_HOME": str(where / "home"),
        "PULUMI_BACKEND_URL": f"file://{where / 'state'}",
        "PULUMI_CONFIG_PASSPHRASE": "",
        "PULUMI_SKIP_UPDATE_CHECK": "true",
        "PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION": "true",
        "PULUMI_SKIP_CHECKPOINTS": "true",
        "PULUMI_DEBUG_PROVIDERS": ",".join(f"{name}:{address}" for name, address in providers.items()),
        "AWS_EC2_METADATA_DISABLED": "true",
    }
