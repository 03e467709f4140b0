"""Names of a package's schema (`instanceType`) and those of its arguments in Python (`instance_type`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

from rackguard.spec.problem import Path, Problem, dotted

Schema = Mapping[str, Any]
"""A package's schema, or what it says of one property."""


def snake_case(name: str) -> str:
    """`mibSPerTib` as `mib_s_per_tib`."""
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def camel_case(name: str) -> str:
    """`mib_s_per_tib` as `mibSPerTib`."""
    return re.sub("_([a-z])", lambda letter: letter[1].upper(), name)


def shape_of(shape: Schema, types: Schema) -> Schema:
    """What a property may hold, with the fields of the type that it refers to."""
    return {**shape, **types.get(str(shape.get("$ref", "")).removeprefix("#/types/"), {})}


def in_python(values: Any, shape: Schema, types: Schema, path: Path = ()) -> tuple[Any, list[Problem]]:
    """Values with the names that they have in Python, and a problem for each that is given under both of its names.

    Args:
        values: what a program gives; names that the schema doesn't know stay as they are, for the reader to tell.
        shape: what the schema says of them: an object's `properties`, a list's `items`, a map's `additionalProperties`.
        types: the schema's types, by token.
        path: where they stand.
    """
    shape = shape_of(shape, types)
    problems: list[Problem] = []

    def below(value: Any, inner: Schema, part: str | int) -> Any:
        named, found = in_python(value, inner, types, (*path, part))
        problems.extend(found)
        return named

    if isinstance(values, list):
        items = cast("list[Any]", values)
        return [below(item, shape.get("items", {}), index) for index, item in enumerate(items)], problems
    if not isinstance(values, Mapping):
        return values, problems
    given = cast("Mapping[str, Any]", values)
    fields: Schema = shape.get("properties", {})
    read: dict[str, Any] = {}
    for key, value in given.items():
        name = snake_case(key) if key in fields else key
        if name != key and name in given:
            problems.append(_twice((*path, key), name))
        read[name] = below(value, fields.get(camel_case(key), shape.get("additionalProperties", {})), key)
    return read, problems


def _twice(path: Path, other: str) -> Problem:
    message = f"`{dotted(path)}` is given as `{other}` too"
    return Problem("spec-unknown-key", "error", path, message, f"Take `{other}` out.")
