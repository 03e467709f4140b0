"""The offline plan against the engine's own preview: what of the one isn't in the other, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN, Options, Resource

UNTOLD = frozenset({"aliases", "delete_before_replace", "version"})
"""Options that a preview doesn't print."""


Added = Mapping[str, Mapping[str, Any]]
"""By type, the inputs that the provider fills in."""


def disagreements(offline: Graph, engine: Graph, added: Added, answers: set[Any]) -> list[str]:
    """Everything in which the two differ, but for what was reviewed.

    `answers` are what lookups answer: where one is used, the offline plan has an unknown value.
    """
    found = [f"{urn}: in the offline plan alone" for urn in offline.by_urn.keys() - engine.by_urn.keys()]
    found += [f"{urn}: in the engine's preview alone" for urn in engine.by_urn.keys() - offline.by_urn.keys()]
    for urn in offline.by_urn.keys() & engine.by_urn.keys():
        ours, theirs = offline.by_urn[urn], engine.by_urn[urn]
        said = [*_ties(ours, theirs), *_inputs(ours, theirs, added.get(ours.type, {}), answers)]
        found += [f"{ours.type} {ours.name}: {words}" for words in said]
    return sorted(found)


def _ties(ours: Resource, theirs: Resource) -> Iterator[str]:
    """Where it belongs, what it needs and how it is treated."""
    for name in ("parent", "custom", "external", "dependencies"):
        yield from _differs(name, getattr(ours, name), getattr(theirs, name))
    if ours.provider is not None or "::default" not in (theirs.provider or "::default"):  # offline there is no default
        yield from _differs("provider", ours.provider, theirs.provider)
    yield from _differs("property_dependencies", _told(ours), _told(theirs))
    for option in fields(Options):
        if option.name not in UNTOLD:
            mine, other = getattr(ours.options, option.name), getattr(theirs.options, option.name)
            yield from _differs(option.name, mine or None, other or None)


def _told(resource: Resource) -> dict[str, tuple[str, ...]]:
    return {name: urns for name, urns in resource.property_dependencies.items() if urns}


def _inputs(ours: Resource, theirs: Resource, added: Mapping[str, Any], answers: set[Any]) -> Iterator[str]:
    for name, value in ours.inputs.items():
        if name not in theirs.inputs:
            yield f"input {name}: {value!r} offline, missing in the engine's preview"
        else:
            yield from _value(f"input {name}", value, theirs.inputs[name], answers)
    for name in theirs.inputs.keys() - ours.inputs.keys():
        if name not in added:
            yield f"input {name}: {theirs.inputs[name]!r} added by the engine, and in no reviewed list"
        else:
            yield from _differs(f"added input {name}", added[name], theirs.inputs[name])


def _value(path: str, ours: Any, theirs: Any, answers: set[Any]) -> Iterator[str]:
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        for key, value in ours.items():
            yield from _value(f"{path}.{key}", value, theirs[key], answers)
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for at, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
            yield from _value(f"{path}[{at}]", mine, other, answers)
    elif not (ours is UNKNOWN and isinstance(theirs, str) and theirs in answers):
        yield from _differs(path, ours, theirs)


def _differs(name: str, ours: Any, theirs: Any) -> Iterator[str]:
    if ours != theirs:
        yield f"{name}: {ours!r} offline, {theirs!r} in the engine's preview"
