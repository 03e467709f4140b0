"""What of a package's schema may not change without a new major version: programs written before must go on to work.

A change breaks programs where one that the old schema allows is refused by the new one, or reads an output that isn't
there: a component or a type gone; an argument gone, of another type, required, or plain where an output was allowed; a
value gone from a closed set; an output gone, of another type, or no longer always there. What is added breaks nobody,
but an argument that must be given.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]


def breaking_changes(old: Schema, new: Schema) -> list[str]:
    """Each change that breaks programs, by its place: `GpuCluster.name: is gone`."""
    found: list[str] = []
    for token, resource in old["resources"].items():
        name, now = _short(token), new["resources"].get(token)
        if now is None:
            found.append(f"{name}: is gone")
            continue
        found += _arguments(name, _inputs(resource), _inputs(now))
        found += _outputs(name, resource, now)
    for token, kind in old["types"].items():
        found += _type(_short(token), kind, new["types"].get(token))
    return found


def allowed(changes: list[str], released: str, version: str) -> bool:
    """True where `version` may follow `released` with these changes; before 1.0.0 the second number counts as major."""
    return not changes or _major(version) > _major(released)


def _major(version: str) -> tuple[int, int]:
    major, minor, *_ = (int(part) for part in version.split("."))
    return (0, minor) if major == 0 else (major, 0)


def _short(token: str) -> str:
    return token.rpartition(":")[2]


def _inputs(resource: Schema) -> Schema:
    return {"properties": resource["inputProperties"], "required": resource.get("requiredInputs", [])}


def _type(name: str, old: Schema, new: Schema | None) -> Iterator[str]:
    if new is None:
        yield f"{name}: is gone"
    elif "enum" in old or "enum" in new:
        yield from _values(name, old, new)
    else:
        yield from _arguments(name, old, new)


def _values(name: str, old: Schema, new: Schema) -> Iterator[str]:
    if "enum" not in old or "enum" not in new or old["type"] != new["type"]:
        yield f"{name}: is of another kind"
        return
    now = {(value["name"], value["value"]) for value in new["enum"]}
    for value in old["enum"]:
        if (value["name"], value["value"]) not in now:
            yield f"{name}: the value {value['value']!r} ({value['name']}) is gone"


def _arguments(name: str, old: Schema, new: Schema) -> Iterator[str]:
    before, now = old.get("properties", {}), new.get("properties", {})
    for key, value in before.items():
        if key not in now:
            yield f"{name}.{key}: is gone"
        elif _outline(value) != _outline(now[key]):
            yield f"{name}.{key}: was {_words(value)}, is {_words(now[key])}"
        elif _narrowed(value, now[key]):
            yield f"{name}.{key}: may no longer be an output"
    for key in new.get("required", []):
        if key not in old.get("required", []):
            yield f"{name}.{key}: must be given"


def _outputs(name: str, old: Schema, new: Schema) -> Iterator[str]:
    for key, value in old["properties"].items():
        now = new["properties"].get(key)
        if now is None:
            yield f"{name}.{key} (output): is gone"
        elif _outline(value) != _outline(now):
            yield f"{name}.{key} (output): was {_words(value)}, is {_words(now)}"
        elif key in old.get("required", []) and key not in new.get("required", []):
            yield f"{name}.{key} (output): may be absent"


def _outline(value: Schema) -> Any:
    """What a value may be, without words and without whether it may be an output."""
    inner = {key: _outline(value[key]) for key in ("items", "additionalProperties") if key in value}
    return value.get("$ref") or value.get("type"), inner


def _narrowed(old: Schema, new: Schema) -> bool:
    inner = [key for key in ("items", "additionalProperties") if key in old]
    became_plain = bool(new.get("plain")) and not old.get("plain")
    return became_plain or any(_narrowed(old[key], new[key]) for key in inner)


def _words(value: Schema) -> str:
    """A type in short: `list of string`, `map of PoolSpec`."""
    for key, word in (("items", "list"), ("additionalProperties", "map")):
        if key in value:
            return f"{word} of {_words(value[key])}"
    return _short(value["$ref"]) if "$ref" in value else str(value.get("type"))
