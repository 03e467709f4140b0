"""Tables of cases: what a validator must find, exactly where and in which words, and what it must let pass.

A test module has BAD and GOOD; `bad` and `good` run over them. The tables together are checked against the registry by
tests/contracts/test_validators.py.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from rackguard.catalog.catalog import Catalog
from rackguard.plan.cluster import plan_cluster
from rackguard.plan.validators.interface import Context, Found
from rackguard.plan.validators.registry import ALL
from rackguard.spec.problem import dotted
from rackguard.spec.stack import Stack

NOW = datetime(2026, 12, 1, tzinfo=UTC)
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c ana"

Change = Callable[[Context], Context]
ContextOf = Callable[..., Context]
Expect = Callable[[tuple[Any, ...]], None]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    for fixture, table in (("bad", "BAD"), ("good", "GOOD")):
        if fixture in metafunc.fixturenames:
            rows = getattr(metafunc.module, table)
            ids = [f"{row[0]}-{number}" for number, row in enumerate(rows)]
            metafunc.parametrize(fixture, rows, ids=ids)


@pytest.fixture
def context_of(declare: Callable[..., Stack], catalog: Catalog) -> ContextOf:
    """A context of the small valid stack with overrides, planned; `change` alters it."""

    def build(overrides: dict[str, Any], change: Change | None = None, *, planned: bool = True) -> Context:
        access = {"users": [{"name": "ana", "keys": [KEY]}], **overrides.get("access", {})}
        stack = declare(**{**overrides, "access": access})
        plan = plan_cluster(stack, catalog, NOW) if planned else None
        context = Context(stack, catalog, NOW, plan)
        return change(context) if change else context

    return build


@pytest.fixture
def finds(context_of: ContextOf) -> Callable[..., list[Found]]:
    """What one validator finds."""

    def find(identifier: str, overrides: dict[str, Any], change: Change | None = None) -> list[Found]:
        validator = next(validator for validator in ALL if validator.id == identifier)
        return list(validator.check(context_of(overrides, change)))

    return find


@pytest.fixture
def expect(finds: Callable[..., list[Found]]) -> Expect:
    """Checks a row of BAD: one finding, at that path, named in the message with the words of the row."""

    def check(row: tuple[Any, ...]) -> None:
        identifier, overrides, path, words, *change = row
        found = finds(identifier, overrides, *change)
        assert [one.path for one in found] == [path]
        assert found[0].message.startswith(f"`{dotted(path)}` ")
        assert words in found[0].message

    return check
