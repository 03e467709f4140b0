"""A resource as Pulumi's engine writes it into previews and states."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

from rackguard.graph import urn, wire
from rackguard.graph.duration import of_seconds
from rackguard.graph.resource import Options, Position, Resource, in_project
from rackguard.spec.values import shown


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_map(value: object) -> bool:
    return isinstance(value, dict)


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in cast("list[object]", value))


def _is_map_of_texts(value: object) -> bool:
    return isinstance(value, dict) and all(_is_texts(item) for item in cast("dict[str, object]", value).values())


def _is_durations(value: object) -> bool:
    numbers = (int, float)
    return isinstance(value, dict) and all(type(item) in numbers for item in cast("dict[str, object]", value).values())


_KINDS: dict[str, tuple[Callable[[object], bool], tuple[str, ...]]] = {
    "text": (_is_text, ("type", "id", "parent", "provider", "importID", "deletedWith", "sourcePosition")),
    "true or false": (
        _is_flag,
        ("custom", "delete", "external", "pendingReplacement", "protect", "retainOnDelete"),
    ),
    "a mapping": (_is_map, ("inputs", "outputs")),
    "a list of texts": (
        _is_texts,
        ("additionalSecretOutputs", "aliases", "dependencies", "ignoreChanges", "replaceOnChanges"),
    ),
    "a mapping to lists of URNs": (_is_map_of_texts, ("propertyDependencies",)),
    "a mapping to seconds": (_is_durations, ("customTimeouts",)),
}
_POSITION = re.compile(r"project:///(?P<file>[^#]+)(?:#(?P<line>\d+)(?:,(?P<column>\d+))?)?")


def problems_of(state: Any, at: str) -> list[str]:
    """What of a resource isn't as the engine writes it; `at` is its place in the file. Empty where all is well."""
    if not isinstance(state, dict):
        return [f"`{at}` is {shown(state)}; a resource is needed"]
    fields = cast("dict[str, Any]", state)
    found: list[str] = []
    if not urn.is_urn(fields.get("urn")):
        found.append(f"`{at}.urn` is {_given(fields, 'urn')}; a URN is needed: urn:pulumi:STACK::PROJECT::TYPE::NAME")
    if fields.get("type") in (None, ""):
        found.append(f"`{at}.type` is missing; a resource's type is needed: aws:ec2/vpc:Vpc")
    for words, (fits, names) in _KINDS.items():
        wrong = [name for name in names if fields.get(name) is not None and not fits(fields[name])]
        found.extend(f"`{at}.{name}` is {_given(fields, name)}; {words} is needed" for name in wrong)
    return found


def resource_of(state: dict[str, Any]) -> Resource:
    """The resource; `state` has no problems."""
    return Resource(
        urn=state["urn"],
        type=state["type"],
        name=urn.name_of(state["urn"]),
        parent=state.get("parent") or None,
        provider=state.get("provider") or None,
        custom=state.get("custom") is True,
        inputs=wire.inputs_of(state.get("inputs")),
        dependencies=tuple(sorted(state.get("dependencies") or ())),
        property_dependencies=_property_dependencies(state.get("propertyDependencies") or {}),
        options=_options(state),
        position=_position(state.get("sourcePosition") or ""),
        id=_id(state),
        external=state.get("external") is True,
        outputs=wire.inputs_of(state.get("outputs")),
    )


def _property_dependencies(found: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(sorted(urns)) for name, urns in sorted(found.items())}


def _options(state: dict[str, Any]) -> Options:
    timeouts: dict[str, float] = state.get("customTimeouts") or {}
    return Options(
        protect=state.get("protect"),
        retain_on_delete=state.get("retainOnDelete"),
        ignore_changes=tuple(state.get("ignoreChanges") or ()),
        replace_on_changes=tuple(state.get("replaceOnChanges") or ()),
        additional_secret_outputs=tuple(state.get("additionalSecretOutputs") or ()),
        aliases=tuple(state.get("aliases") or ()),
        deleted_with=state.get("deletedWith") or None,
        import_id=state.get("importID") or None,
        custom_timeouts={name: of_seconds(seconds) for name, seconds in timeouts.items() if seconds},
    )


def _position(text: str) -> Position | None:
    found = _POSITION.fullmatch(text)
    if not found or not in_project(found["file"]):
        return None
    return Position(found["file"], int(found["line"] or 0), int(found["column"] or 0))


def _id(state: dict[str, Any]) -> str | None:
    found = state.get("id")
    return None if found in (None, "", wire.UNKNOWN_SENTINEL) else found


def _given(fields: dict[str, Any], name: str) -> str:
    return shown(fields[name], (name,)) if name in fields else "missing"
