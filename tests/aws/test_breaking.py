"""The package's schema against the last release's: what breaks programs waits for a new major version."""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.aws.breaking import Schema, allowed, breaking_changes
from tests.aws.golden import RELEASED

from rackguard.aws.package import SCHEMA

OF = "rackguard-aws:index:"
OLD: Schema = {
    "resources": {
        f"{OF}Rack": {
            "inputProperties": {
                "name": {"type": "string", "plain": True},
                "keyArn": {"type": "string"},
                "subnets": {"type": "object", "additionalProperties": {"type": "string"}},
                "shelves": {"type": "array", "items": {"$ref": f"#/types/{OF}Shelf", "plain": True}, "plain": True},
            },
            "requiredInputs": ["name"],
            "properties": {"id": {"type": "string"}, "size": {"type": "integer"}},
            "required": ["id"],
        }
    },
    "types": {
        f"{OF}Shelf": {
            "type": "object",
            "properties": {"size": {"type": "integer", "plain": True}, "kind": {"$ref": f"#/types/{OF}Kind"}},
            "required": ["size"],
        },
        f"{OF}Kind": {"type": "string", "enum": [{"name": "Auto", "value": "auto"}, {"name": "None", "value": "none"}]},
    },
}


def changed(change: Callable[[Any, Any, Any], object]) -> list[str]:
    """What breaks where `change` was made to the component, to its type and to the types' table."""
    new = copy.deepcopy(OLD)
    change(new["resources"][f"{OF}Rack"], new["types"][f"{OF}Shelf"], new)
    return breaking_changes(OLD, new)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda rack, shelf, whole: whole["resources"].clear(), ["Rack: is gone"]),
        (lambda rack, shelf, whole: whole["types"].pop(f"{OF}Kind"), ["Kind: is gone"]),
        (lambda rack, shelf, whole: rack["inputProperties"].pop("keyArn"), ["Rack.keyArn: is gone"]),
        (lambda rack, shelf, whole: shelf["properties"].pop("kind"), ["Shelf.kind: is gone"]),
        (
            lambda rack, shelf, whole: rack["inputProperties"]["name"].update(type="integer"),
            ["Rack.name: was string, is integer"],
        ),
        (
            lambda rack, shelf, whole: rack["inputProperties"]["subnets"]["additionalProperties"].update(type="number"),
            ["Rack.subnets: was map of string, is map of number"],
        ),
        (
            lambda rack, shelf, whole: rack["inputProperties"].update(
                shelves=rack["inputProperties"]["shelves"]["items"]
            ),
            ["Rack.shelves: was list of Shelf, is Shelf"],
        ),
        (
            lambda rack, shelf, whole: rack["inputProperties"]["keyArn"].update(plain=True),
            ["Rack.keyArn: may no longer be an output"],
        ),
        (
            lambda rack, shelf, whole: rack["inputProperties"]["subnets"]["additionalProperties"].update(plain=True),
            ["Rack.subnets: may no longer be an output"],
        ),
        (lambda rack, shelf, whole: rack["requiredInputs"].append("keyArn"), ["Rack.keyArn: must be given"]),
        (lambda rack, shelf, whole: shelf["required"].append("kind"), ["Shelf.kind: must be given"]),
        (lambda rack, shelf, whole: rack["properties"].pop("size"), ["Rack.size (output): is gone"]),
        (
            lambda rack, shelf, whole: rack["properties"]["size"].update(type="string"),
            ["Rack.size (output): was integer, is string"],
        ),
        (lambda rack, shelf, whole: rack["required"].clear(), ["Rack.id (output): may be absent"]),
        (
            lambda rack, shelf, whole: whole["types"][f"{OF}Kind"]["enum"].pop(0),
            ["Kind: the value 'auto' (Auto) is gone"],
        ),
        (
            lambda rack, shelf, whole: whole["types"][f"{OF}Kind"]["enum"][0].update(name="Own"),
            ["Kind: the value 'auto' (Auto) is gone"],
        ),
        (lambda rack, shelf, whole: whole["types"][f"{OF}Kind"].pop("enum"), ["Kind: is of another kind"]),
    ],
)
def test_a_change_that_breaks_programs_is_named(change: Callable[[Any, Any, Any], object], words: list[str]) -> None:
    assert changed(change) == words


@pytest.mark.parametrize(
    "change",
    [
        lambda rack, shelf, whole: whole["resources"].update({f"{OF}Hall": rack}),
        lambda rack, shelf, whole: rack["inputProperties"].update(colour={"type": "string"}),
        lambda rack, shelf, whole: rack["requiredInputs"].clear(),
        lambda rack, shelf, whole: rack["inputProperties"]["name"].pop("plain"),
        lambda rack, shelf, whole: rack["inputProperties"]["name"].update(description="Another word."),
        lambda rack, shelf, whole: rack["required"].append("size"),
        lambda rack, shelf, whole: rack["properties"].update(colour={"type": "string"}),
        lambda rack, shelf, whole: whole["types"][f"{OF}Kind"]["enum"].append({"name": "Own", "value": "own"}),
    ],
)
def test_what_is_added_or_allowed_breaks_nobody(change: Callable[[Any, Any, Any], object]) -> None:
    assert changed(change) == []


@pytest.mark.parametrize(
    ("released", "version", "fine"),
    [
        ("0.1.0", "0.1.1", False),
        ("0.1.9", "0.2.0", True),
        ("0.9.0", "1.0.0", True),
        ("1.2.0", "1.3.0", False),
        ("1.2.0", "2.0.0", True),
        ("2.0.0", "1.9.0", False),
    ],
)
def test_only_a_new_major_version_may_break(released: str, version: str, fine: bool) -> None:
    assert allowed(["Rack: is gone"], released, version) is fine
    assert allowed([], released, version)


def test_the_schema_breaks_nobody_who_uses_the_last_release() -> None:
    # Where it must: raise the version in pyproject.toml (the second number before 1.0.0, else the first).
    released = json.loads(RELEASED.read_text(encoding="utf-8"))
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changes = breaking_changes(released, json.loads(SCHEMA.read_text(encoding="utf-8")))
    assert allowed(changes, released["version"], project["version"]), changes
