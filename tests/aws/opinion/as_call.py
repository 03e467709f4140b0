"""A resource's inputs as members of an API call, as the provider hands them over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_OTHER_NAMES = {
    "securityGroups": "Groups",
    "vpcSecurityGroupIds": "SecurityGroupIds",
    "securityGroupNames": "SecurityGroups",
}
"""Where the provider's name isn't the API's with a small first letter."""


def as_call(shape: Any, value: Any) -> Any:
    """`value` in the names and types of a shape of botocore's model.

    The provider's schema has booleans as text where they may be left out, and whole numbers may come as floats. What
    fits no shape is left as it is, for the model to refuse.
    """
    kind = shape.type_name
    if kind == "structure" and isinstance(value, Mapping):
        return _structure(shape, value)
    if kind == "list" and isinstance(value, Mapping):
        return _tags(shape.member, value)
    if kind == "list" and isinstance(value, list):
        return [as_call(shape.member, item) for item in value]
    if kind == "boolean" and value in ("true", "false"):
        return value == "true"
    if kind in ("integer", "long"):
        return _whole(value)
    return value


def _structure(shape: Any, value: Mapping[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, inner in value.items():
        if inner is None or inner == "" or key.startswith("__"):
            continue  # the provider sends no empty text, and none of what Pulumi notes for itself
        name = _name(shape, key)
        member = shape.members.get(name)
        made[name] = inner if member is None else as_call(member, inner)
    return made


def _name(shape: Any, key: str) -> str:
    plain = key[0].upper() + key[1:]
    other = _OTHER_NAMES.get(key, plain)
    return other if plain not in shape.members and other in shape.members else plain


def _tags(pair: Any, tags: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A map of tags as the list that every API takes; KMS calls key and value `TagKey` and `TagValue`."""
    key, value = ("TagKey", "TagValue") if "TagKey" in pair.members else ("Key", "Value")
    return [{key: name, value: text} for name, text in tags.items()]


def _whole(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return int(value) if isinstance(value, str) and value.isdecimal() else value
