"""From the values that Pulumi passes around to a graph's values."""

from __future__ import annotations

from typing import Any, cast

from rackguard.graph.resource import UNKNOWN, Secret, Value

UNKNOWN_SENTINEL = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
SIGNATURE = "4dabf18193072939515e22adb298388d"
SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270"  # noqa: S105 (no password)
OUTPUT_VALUE = "d0e6a833031e9bbcd3f4e8bde6ca49a4"
RESOURCE_REFERENCE = "5cf8f73096256a8f31e491e813e4eb8e"
SECRET_WORD = "[secret]"  # noqa: S105 (no password)
"""What `pulumi preview --json` prints in a secret's place."""

_THEIR_OWN = frozenset({"__defaults", "__internal", "__meta"})
_UNKNOWN_SENTINELS = frozenset(
    {
        UNKNOWN_SENTINEL,
        "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",  # bool
        "3eeb2bf0-c639-47a8-9e75-3b44932eb421",  # number
        "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",  # array
        "030794c1-ac77-496b-92df-f27374a8bd58",  # asset
        "e48ece36-62e2-4504-bad9-02848725956a",  # archive
        "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",  # object
    }
)


def value_of(value: Any) -> Value:
    """A value as a graph holds it: whole numbers are `int`, secrets are opaque, unknown is `UNKNOWN`."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, dict):
        return _mapping(cast("dict[str, Any]", value))
    if isinstance(value, list):
        return [value_of(item) for item in cast("list[Any]", value)]
    return value


def inputs_of(values: dict[str, Any] | None) -> dict[str, Value]:
    """A resource's inputs or outputs, but for what the engine and the bridge to Terraform add for themselves."""
    return {key: value_of(value) for key, value in (values or {}).items() if key not in _THEIR_OWN}


def _text(value: str) -> Value:
    if value in _UNKNOWN_SENTINELS:
        return UNKNOWN
    return Secret(known=True) if value == SECRET_WORD else value


def _mapping(value: dict[str, Any]) -> Value:
    signature = value.get(SIGNATURE)
    if signature == SECRET_SIGNATURE:
        return Secret(known=value_of(value.get("value")) is not UNKNOWN)
    if signature == OUTPUT_VALUE:
        return _output_value(value)
    if signature == RESOURCE_REFERENCE:
        return value.get("urn")
    return {key: value_of(item) for key, item in value.items() if key not in ("__defaults", SIGNATURE)}


def _output_value(value: dict[str, Any]) -> Value:
    known = "value" in value
    if value.get("secret"):
        return Secret(known=known)
    return value_of(value["value"]) if known else UNKNOWN
