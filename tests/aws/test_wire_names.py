"""Names of the schema and of Python: each stands for the other, for all that there are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from tests.aws.spec_models import MODELS

from rackguard.aws.args.part import AccessArgs, NetworkArgs, NodePoolArgs
from rackguard.aws.package import SCHEMA
from rackguard.aws.wire_names import camel_case, in_python, snake_case
from rackguard.spec.problem import Problem

TYPES: dict[str, Any] = {
    "Pool": {"properties": {"zoneId": {"type": "string"}, "dataVolumes": {"items": {"$ref": "#/types/Volume"}}}},
    "Volume": {"properties": {"sizeGib": {"type": "integer"}}},
}
SHAPE: dict[str, Any] = {
    "properties": {
        "accountId": {"type": "string"},
        "pools": {"additionalProperties": {"$ref": "#/types/Pool"}},
        "tags": {"additionalProperties": {"type": "string"}},
    }
}


def names_in_python() -> set[str]:
    fields = {name for model in MODELS.values() for name in model.model_fields}
    return fields | {key for args in (AccessArgs, NetworkArgs, NodePoolArgs) for key in args.__annotations__}


def names_in_the_schema() -> Iterator[str]:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    for token in schema["resources"].values():
        yield from token["inputProperties"]
        yield from token["properties"]
    for kind in schema["types"].values():
        yield from kind.get("properties", {})


@pytest.mark.parametrize(
    ("python", "schema"),
    [
        ("zone_id", "zoneId"),
        ("mib_s_per_tib", "mibSPerTib"),
        ("nvlink_gb_s", "nvlinkGbS"),
        ("s3", "s3"),
        ("max", "max"),
    ],
)
def test_a_name(python: str, schema: str) -> None:
    assert camel_case(python) == schema
    assert snake_case(schema) == python


def test_every_name_comes_back() -> None:
    assert [name for name in names_in_python() if snake_case(camel_case(name)) != name] == []
    assert [name for name in names_in_the_schema() if camel_case(snake_case(name)) != name] == []


def test_arguments_are_renamed_and_names_of_the_users_own_are_not() -> None:
    given = {
        "accountId": "1",
        "pools": {"myPool": {"zoneId": "a", "dataVolumes": [{"sizeGib": 2.0}]}},
        "tags": {"costCenter": "b"},
    }
    assert in_python(given, SHAPE, TYPES) == (
        {
            "account_id": "1",
            "pools": {"myPool": {"zone_id": "a", "data_volumes": [{"size_gib": 2.0}]}},
            "tags": {"costCenter": "b"},
        },
        [],
    )


def test_what_the_schema_does_not_know_stays_for_the_reader() -> None:
    given = {"colour": 1, "pools": {"a": {"sizeOf": {"zoneId": 2}}}, "tags": ["zoneId"]}
    assert in_python(given, SHAPE, TYPES) == (given, [])


def test_names_of_python_are_taken_as_well() -> None:
    read, problems = in_python({"account_id": "1", "pools": {"a": {"data_volumes": [{"sizeGib": 1}]}}}, SHAPE, TYPES)
    assert read == {"account_id": "1", "pools": {"a": {"data_volumes": [{"size_gib": 1}]}}}
    assert problems == []


def test_both_names_at_once_are_a_problem() -> None:
    _, problems = in_python({"pools": {"a": {"zoneId": "x", "zone_id": "y"}}}, SHAPE, TYPES)
    message = "`pools.a.zoneId` is given as `zone_id` too"
    place = ("pools", "a", "zoneId")
    assert problems == [Problem("spec-unknown-key", "error", place, message, "Take `zone_id` out.")]
