"""Where the engine is looked for, and what is said where there is none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.engine import build

PROGRAM = Path(build.__file__)


def stand_in(folder: Path, name: str, says: str = "v3.280.0") -> Path:
    """A program that prints one line."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\necho '{says}'\n", encoding="utf-8")
    file.chmod(0o755)
    return file


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, and nothing on PATH but a shell."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", "/nowhere")
    return build.cache()


def test_nothing_is_no_engine(cache: Path) -> None:
    assert build.engine() is None
    assert build.folders() == ()


def test_a_recent_engine_on_path_is_taken(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(cache, "pulumi")
    found = stand_in(tmp_path / "bin", "pulumi")
    monkeypatch.setenv("PATH", str(found.parent))
    assert build.engine() == found


@pytest.mark.parametrize("says", ["v3.273.0", "v2.999.0", "no version"])
def test_an_old_engine_on_path_is_passed_over(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str
) -> None:
    monkeypatch.setenv("PATH", str(stand_in(tmp_path / "bin", "pulumi", says).parent))
    assert build.engine() is None
    built = stand_in(cache, "pulumi")
    assert build.engine() == built


def test_the_cache_is_keyed_by_the_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = build.cache()
    changed = tmp_path / "go"
    changed.mkdir()
    (changed / "go.mod").write_text("module other\n", encoding="utf-8")
    monkeypatch.setattr(build, "GO", changed)
    assert build.cache().parent == before.parent
    assert build.cache() != before


def test_versions_are_those_that_go_mod_requires() -> None:
    told = {part.name: part.version for part in build.PARTS}
    assert told["pulumi"] == told["pulumi-python-codegen"]
    major, minor, _ = told["pulumi"].removeprefix("v").split(".")
    assert (int(major), int(minor)) >= build.OLDEST
    assert told["pulumi-language-yaml"].startswith("v1.")


def test_without_engine_and_go_one_line_says_what_to_install(cache: Path) -> None:
    run = subprocess.run([sys.executable, PROGRAM], env=dict(os.environ), capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == (
        "There is no pulumi here, and no Go to build it. Install Pulumi 3.274 or later, or Go 1.26 or later to build it"
        " from its module, and say `make engine` again.\n"
    )


AS_SHIPPED = ("pulumi", "pulumi-language-yaml", "pulumi-language-python")


@pytest.mark.parametrize(("beside", "lacks"), [(AS_SHIPPED, ""), (AS_SHIPPED[:2], "pulumi-python-codegen")])
def test_pulumi_as_it_is_shipped_is_all_that_is_needed(
    cache: Path, tmp_path: Path, beside: tuple[str, ...], lacks: str
) -> None:
    """Its Python host makes libraries itself, which the tests' host can't."""
    for name in beside:
        stand_in(tmp_path / "bin", name)
    env = {**os.environ, "PATH": str(tmp_path / "bin")}
    run = subprocess.run([sys.executable, PROGRAM], env=env, capture_output=True, text=True, check=False)
    if lacks:
        assert (run.returncode, run.stdout) == (1, "")
        assert run.stderr.startswith(f"There is no {lacks} here, and no Go to build it. ")
    else:
        assert (run.returncode, run.stdout, run.stderr) == (0, f"Ready: {tmp_path / 'bin' / 'pulumi'}\n", "")


@pytest.mark.parametrize(("ci", "outcome"), [("true", ", 1 error in"), ("", "1 passed, 1 skipped, ")])
def test_tests_without_an_engine_are_skipped_but_on_ci(cache: Path, tmp_path: Path, ci: str, outcome: str) -> None:
    """Of two tests the one that takes a project needs the engine."""
    test = PROGRAM.with_name("test_agreement.py")
    chosen = ["-k", "only_answers or plan_says and dev", "-p", "no:cacheprovider"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *chosen, str(test)],
        cwd=PROGRAM.parents[2],
        env={**os.environ, "CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome in run.stdout, run.stdout[-3000:]
    assert "Install Pulumi 3.274 or later" in run.stdout
