"""Values between the wire and the double: secrets keep their wrapping there and back, and are open in the store."""

from __future__ import annotations

from typing import Any

from google.protobuf import json_format, struct_pb2

from rackguard.graph.wire import SECRET_SIGNATURE, SIGNATURE, UNKNOWN_SENTINEL

DEFAULTED = "__defaults"
"""Under this name the inputs say which of them are defaults."""


def struct(values: dict[str, Any]) -> struct_pb2.Struct:
    """As protobuf has it."""
    made = struct_pb2.Struct()
    json_format.ParseDict(values, made)
    return made


def values(message: struct_pb2.Struct) -> dict[str, Any]:
    """As Python has it; secrets are still wrapped, whole numbers are `int`."""
    return _whole(json_format.MessageToDict(message))


def _whole(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _whole(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_whole(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def plain(value: Any) -> Any:
    """The value with every secret open."""
    if isinstance(value, dict):
        if value.get(SIGNATURE) == SECRET_SIGNATURE:
            return plain(value["value"])
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def wrapped_like(value: Any, before: Any) -> Any:
    """An open value with the secrets that it had before: where it is the same, and where its place was secret."""
    if plain(before) == value:
        return before
    if isinstance(before, dict) and before.get(SIGNATURE) == SECRET_SIGNATURE:
        return {SIGNATURE: SECRET_SIGNATURE, "value": value}
    if isinstance(value, dict) and isinstance(before, dict):
        return {key: wrapped_like(item, before.get(key)) for key, item in value.items()}
    if isinstance(value, list) and isinstance(before, list) and len(value) == len(before):
        return [wrapped_like(item, old) for item, old in zip(value, before, strict=True)]
    return value


def has_unknown(value: Any) -> bool:
    """True where a part of the value isn't known yet."""
    if isinstance(value, dict):
        return any(map(has_unknown, value.values()))
    return any(map(has_unknown, value)) if isinstance(value, list) else value == UNKNOWN_SENTINEL
