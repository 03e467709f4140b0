"""What the provider's own classes say of a resource type: wrong inputs, and the outputs that it always has."""

from __future__ import annotations

import typing
from functools import cache
from typing import Any

from pulumi._types import input_type_types, resource_types
from tests.aws.provider_schema import arguments_of, check, class_of

from rackguard.graph.resource import Resource
from rackguard.graph.wire import inputs_of

_EMPTY: dict[Any, Any] = {str: "", bool: False, int: 0, float: 0.0}


def problems(token: str, name: str, inputs: dict[str, Any]) -> list[str]:
    """What is wrong with inputs as they come over the wire, `path: problem`; also an unknown type."""
    known = inputs_of(inputs)
    resource = Resource(urn="", type=token, name=name, parent=None, provider=None, custom=True, inputs=known)
    try:
        return [problem.removeprefix(f"{name} ") for problem in check(resource)]
    except LookupError as error:
        return [f": {error}"]


@cache
def outputs_of(token: str) -> dict[str, Any]:
    """The outputs that a resource of this type always has, each with an empty value of its type.

    Terraform's providers answer a computed property that the cloud says nothing of with the empty value of its type.
    """
    made = class_of(token)
    always = {
        name: kind
        for name, kind in resource_types(made).items()
        if "Optional[" not in str(_getter(made, name).__annotations__["return"])
    }
    return {name: _empty(kind) for name, kind in always.items()}


def takes(token: str, name: str) -> bool:
    """True where the type has an input of this name."""
    return name in input_type_types(arguments_of(token))


def _getter(made: type, name: str) -> Any:
    for value in vars(made).values():
        if isinstance(value, property) and value.fget and getattr(value.fget, "_pulumi_name", None) == name:
            return value.fget
    return next(value.fget for key, value in vars(made).items() if isinstance(value, property) and key == name)


def _empty(kind: Any) -> Any:
    origin = typing.get_origin(kind) or kind
    if origin in _EMPTY:
        return _EMPTY[origin]
    return {} if "Mapping" in str(origin) else [] if "Sequence" in str(origin) else None
