"""What is measured through Pulumi's engine, and that nothing fails where there is none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_without_an_engine_the_reason_is_said_and_nothing_fails(tmp_path: Path) -> None:
    env = {"PATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    words = [sys.executable, "benchmarks", "--only", "engine", "--rounds", "1"]
    run = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert "not measured: There is no engine: `make engine`." in run.stdout
