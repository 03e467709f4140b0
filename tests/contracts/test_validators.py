"""What holds for every validator: registered, named by its file, explained, and proved by cases of both kinds."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import rackguard.plan.validators as package
from rackguard.plan.validators.interface import Validator
from rackguard.plan.validators.registry import ALL

FOLDER = Path(package.__file__).parent
NOT_VALIDATORS = {"__init__", "interface", "registry"}
TABLES = Path(__file__).parents[1] / "plan" / "validators"

BY_ID = pytest.mark.parametrize("validator", ALL, ids=[validator.id for validator in ALL])


@cache
def tables() -> tuple[ModuleType, ...]:
    modules: list[ModuleType] = []
    for file in sorted(TABLES.glob("test_*.py")):
        spec = importlib.util.spec_from_file_location(f"table_of_{file.stem}", file)
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        modules.append(module)
    return tuple(modules)


def rows(table: str) -> Iterator[tuple[Any, ...]]:
    for module in tables():
        yield from getattr(module, table, ())


def test_every_module_of_the_folder_is_registered() -> None:
    modules = {file.stem for file in FOLDER.glob("*.py")} - NOT_VALIDATORS
    assert {validator.id for validator in ALL} == {module.replace("_", "-") for module in modules}


def test_ids_are_unique() -> None:
    assert len({validator.id for validator in ALL}) == len(ALL)


@BY_ID
def test_is_named_by_its_file(validator: Validator) -> None:
    module = validator.check.__module__
    assert module == f"rackguard.plan.validators.{validator.id.replace('-', '_')}"


@BY_ID
def test_is_explained(validator: Validator) -> None:
    assert validator.level in {"error", "warning", "info"}
    for words in (validator.summary, validator.why, validator.hint):
        assert len(words) > 10
        assert words.endswith(".")
        assert "  " not in words
    assert validator.summary.count(". ") == 0


@BY_ID
def test_has_a_failing_and_a_passing_case(validator: Validator) -> None:
    assert any(row[0] == validator.id for row in rows("BAD")), "no failing case in tests/plan/validators"
    assert any(row[0] == validator.id for row in rows("GOOD")), "no passing case in tests/plan/validators"


def test_tables_name_no_other_validator() -> None:
    known = {validator.id for validator in ALL}
    assert {row[0] for table in ("BAD", "GOOD") for row in rows(table)} == known


def test_every_table_is_run() -> None:
    for module in tables():
        if hasattr(module, "BAD"):
            assert {"test_finds", "test_lets_pass"} <= set(dir(module))
