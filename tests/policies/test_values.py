"""Reading inputs: every place that a path names."""

from __future__ import annotations

from typing import Any

import pytest

from rackguard.graph.resource import UNKNOWN, Secret
from rackguard_policies.values import ABSENT, leaf, leaves, number, seen, truth

SECRET = Secret(known=True)


@pytest.mark.parametrize(
    ("inputs", "path", "found"),
    [
        ({"a": 1}, "a", [("a", 1)]),
        ({}, "a", [("a", ABSENT)]),
        ({}, "a.b", [("a.b", ABSENT)]),
        ({"a": None}, "a", [("a", None)]),
        ({"a": {"b": [1, 2]}}, "a.b[*]", [("a.b[0]", 1), ("a.b[1]", 2)]),
        ({"a": [{"b": 1}, {}, {"b": UNKNOWN}]}, "a[*].b", [("a[0].b", 1), ("a[1].b", ABSENT), ("a[2].b", UNKNOWN)]),
        ({"a": {"b": 1}}, "a[*].b", [("a.b", 1)]),  # a single block written as a mapping
        ({"a": [{"b": 1}]}, "a.b", [("a.b", 1)]),  # and as a list of one
        ({"a": []}, "a[*].b", []),
        ({}, "a[*].b", [("a", ABSENT)]),
        ({"a": UNKNOWN}, "a[*].b.c", [("a", UNKNOWN)]),
        ({"a": SECRET}, "a.b", [("a", SECRET)]),
        ({"a": "text"}, "a.b", [("a.b", ABSENT)]),
    ],
)
def test_every_place_of_a_path(inputs: Any, path: str, found: list[tuple[str, Any]]) -> None:
    assert [(each.path, each.value) for each in leaves(inputs, path)] == found


def test_what_is_unknown_or_absent() -> None:
    assert leaf({"a": UNKNOWN}, "a").unknown
    assert leaf({"a": SECRET}, "a").unknown
    assert leaf({}, "a").absent
    assert not leaf({"a": False}, "a").absent


@pytest.mark.parametrize(
    ("value", "flag"),
    [(True, True), ("true", True), ("True", True), (1, True), (1.0, True), ("false", False), (0, False)],
)
def test_flags_in_every_form(value: object, flag: bool) -> None:
    assert truth(value) is flag


@pytest.mark.parametrize("value", ["yes", "", None, 2, UNKNOWN, SECRET, ABSENT, []])
def test_what_is_no_flag(value: object) -> None:
    assert truth(value) is None


def test_numbers_in_every_form() -> None:
    assert [number(value) for value in (1, 1.5, "30", "x", None, True, UNKNOWN)] == [1, 1.5, 30, None, None, None, None]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "nan", "-Infinity", "1e999", 10**400, -(10**400)])
def test_what_is_no_finite_number_is_none(value: object) -> None:
    assert number(value) is None


def test_what_is_seen_is_short_and_no_secret() -> None:
    assert seen("optional") == '"optional"'
    assert seen(ABSENT) == "nothing"
    assert seen(UNKNOWN) == "not known yet"
    assert seen(SECRET) == "a secret"
    assert len(seen("x" * 500)) == 81
