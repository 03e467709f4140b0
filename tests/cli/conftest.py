"""The command, run within the test or as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rackguard.cli.main import main

ROOT = Path(__file__).parents[2]
RACKGUARD = Path(sys.executable).with_name("rackguard")
AT = ("--at", "2026-12-01T00:00:00Z")


class Result(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Result]
Process = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """`run("plan", "prod")`: the command in this process, in the project's folder."""
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("RACKGUARD_DEBUG", raising=False)
    monkeypatch.delenv("_ARGCOMPLETE", raising=False)

    def call(*words: str | Path) -> Result:
        capsys.readouterr()
        code = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return Result(code, out, err)

    return call


@pytest.fixture
def process() -> Process:
    """`process("plan", "prod", env={...})`: the command as people start it."""

    def call(
        *words: str | Path | bytes, env: dict[str, str] | None = None, **given: Any
    ) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([RACKGUARD, *words], env=environment(env), timeout=60, check=False, **{**OUTPUT, **given})

    return call


OUTPUT: dict[str, Any] = {"cwd": ROOT, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}


def environment(changes: dict[str, str] | None = None) -> dict[str, str]:
    """This environment with changes, and without what is the tests' own."""
    leave_out = {"COLUMNS", "NO_COLOR", "PYTHONIOENCODING", "PYTHONDONTWRITEBYTECODE", "RACKGUARD_DEBUG"}
    return {**{key: value for key, value in os.environ.items() if key not in leave_out}, **(changes or {})}


@pytest.fixture
def stack_file(tmp_path: Path) -> Callable[..., Path]:
    """`stack_file({"g6.xlarge": "g6.huge"}, stack="dev")`: an example stack, with texts replaced."""

    def make(changes: dict[str, str] | None = None, *, stack: str = "dev", name: str = "changed") -> Path:
        text = (ROOT / f"stacks/Pulumi.{stack}.yaml").read_text(encoding="utf-8")
        for old, new in (changes or {}).items():
            assert old in text
            text = text.replace(old, new)
        file = tmp_path / f"Pulumi.{name}.yaml"
        file.write_text(text, encoding="utf-8")
        return file

    return make
