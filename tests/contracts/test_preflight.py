"""What holds for every check of an account: registered, named by its file, its permissions those that it asks with."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import botocore.session
import pytest
from botocore import xform_name

import rackguard.account.preflight.checks as package
from rackguard.account.preflight.check import Check
from rackguard.account.preflight.registry import ALL

FOLDER = Path(package.__file__).parent
SHARED = FOLDER.parent
TESTS = Path(__file__).parents[1] / "account" / "preflight"
WAYS = {"ask": 0, "each": 0, "refusal": 0}
"""Methods of Questions, whose first two arguments are a service and an operation."""
FREE = {"sts:GetCallerIdentity"}
"""Needs no permission (STS API reference)."""
WITH_THEM = {"ec2:CreateTags": "ec2:RunInstances"}
"""What an action needs beside itself: RunInstances with TagSpecifications (EC2 user guide, tagging on creation)."""
PREFIXES = {"service-quotas": "servicequotas"}

BY_ID = pytest.mark.parametrize("check", ALL, ids=[check.id for check in ALL])


@cache
def actions_of(file: Path) -> frozenset[str]:
    """What IAM calls the operations that a file asks, by name or from a list of names in it."""
    services = botocore.session.get_session()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found: set[str] = set()
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        if not (isinstance(call.func, ast.Attribute) and call.func.attr in WAYS and len(call.args) >= 2):
            continue
        service, operation = call.args[:2]
        assert isinstance(service, ast.Constant), ast.unparse(call)
        name = str(service.value)
        operations: Iterable[str] = services.get_service_model(name).operation_names  # pyright: ignore[reportAssignmentType]
        known = {xform_name(one): one for one in operations}
        strings = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
        names = [operation.value] if isinstance(operation, ast.Constant) else [one for one in strings if one in known]
        found |= {f"{PREFIXES.get(name, name)}:{known[str(one)]}" for one in names}
    return frozenset(found - FREE)


def file_of(check: Check) -> Path:
    return FOLDER / f"{check.id}.py"


def shared_by(check: Check) -> frozenset[str]:
    """Actions of the modules beside the checks that this one imports, and those import."""
    found: set[str] = set()
    waiting, seen = [file_of(check)], set[Path]()
    while waiting:
        text = waiting.pop().read_text(encoding="utf-8")
        names = re.findall(r"account\.preflight\.(\w+) import|account\.preflight import (\w+)", text)
        files = {SHARED / f"{one or other}.py" for one, other in names} - seen
        seen |= files
        waiting += [file for file in files if file.is_file()]
        found |= {action for file in files if file.is_file() for action in actions_of(file)}
    return frozenset(found)


def test_every_file_is_registered() -> None:
    assert sorted(check.id for check in ALL) == sorted(
        file.stem for file in FOLDER.glob("*.py") if file.stem != "__init__"
    )


@BY_ID
def test_is_named_by_its_file(check: Check) -> None:
    assert check.run.__module__ == f"rackguard.account.preflight.checks.{check.id}"
    assert check.title
    assert check.title[-1] not in ".!"


@BY_ID
def test_has_every_permission_that_it_asks_with(check: Check) -> None:
    assert sorted(actions_of(file_of(check)) - {*check.permissions}) == []


@BY_ID
def test_has_no_permission_that_it_never_asks_with(check: Check) -> None:
    used = actions_of(file_of(check)) | shared_by(check)
    with_them = {action for action, other in WITH_THEM.items() if other in used}
    assert sorted({*check.permissions} - used - with_them) == []
    assert sorted(check.permissions) == sorted({*check.permissions})


@BY_ID
def test_has_tests_of_its_own(check: Check) -> None:
    texts = (file.read_text(encoding="utf-8") for file in TESTS.glob("test_*.py"))
    assert any(re.search(rf"preflight\.checks(?:\.| import [\w, ]*){check.id}\b", text) for text in texts)


def test_an_operation_is_seen_where_it_is_asked() -> None:
    assert actions_of(FOLDER / "offering.py") == {"ec2:DescribeInstanceTypeOfferings"}
    assert actions_of(SHARED / "quota.py") >= {"servicequotas:GetServiceQuota", "cloudwatch:GetMetricStatistics"}
