"""The modules of benchmarks/, which is a program and no package."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session", autouse=True)
def on_the_path() -> None:
    sys.path.append(str(ROOT / "benchmarks"))


@pytest.fixture(scope="session")
def measure(on_the_path: None) -> ModuleType:
    return importlib.import_module("measure")


@pytest.fixture(scope="session")
def bare_program(on_the_path: None) -> ModuleType:
    return importlib.import_module("bare_program")


@pytest.fixture(scope="session")
def bench(on_the_path: None) -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_under_test", ROOT / "benchmarks/__main__.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
