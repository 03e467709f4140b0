"""What breaks one property of a recorded stack, as data: each change leaves the stack that it is made to as it was."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any

from rackguard.graph.graph import Graph
from rackguard.graph.resource import Resource
from rackguard.record import record


@record
class Change:
    """One change of a resource, or of the stack around it."""

    path: str
    """The property that changes; empty for the resource as a whole."""
    made: Callable[[Graph, Resource], Graph]


def put(path: str, value: object, of: str | None = None) -> Change:
    """A property with another value, which may be new: `put("metadataOptions.httpTokens", "optional")`.

    `of` names the resource that the value comes from now; without it the property's dependencies stay. An index that
    is one too high appends.
    """

    def made(graph: Graph, resource: Resource) -> Graph:
        changed = _copied(resource)
        holder, key = _place(changed.inputs, path)
        if isinstance(holder, list) and key == len(holder):
            holder.append(value)
        else:
            holder[key] = value
        if of is not None:
            changed.property_dependencies[_first(path)] = (named(graph, of).urn,)
        return _with(graph, resource, changed)

    return Change(path, made)


def gone(path: str, *no_longer_of: str) -> Change:
    """A property, or an item of a list, left out; with it what it came from.

    `no_longer_of` names the resources that only this part of a property came from.
    """

    def made(graph: Graph, resource: Resource) -> Graph:
        changed = _copied(resource)
        holder, key = _place(changed.inputs, path)
        del holder[key]
        urns = {named(graph, name).urn for name in no_longer_of}
        came_from = changed.property_dependencies.pop(_first(path), ())
        if path != _first(path):
            changed.property_dependencies[_first(path)] = tuple(urn for urn in came_from if urn not in urns)
        return _with(graph, resource, changed)

    return Change(path, made)


def in_text(key: str, change: Callable[[Any], object]) -> Change:
    """The JSON document that is the text of an input, as `change` leaves it: `in_text("policy", allow_all)`."""

    def made(graph: Graph, resource: Resource) -> Graph:
        changed = _copied(resource)
        document = json.loads(changed.inputs[key])
        change(document)
        changed.inputs[key] = json.dumps(document)
        return _with(graph, resource, changed)

    return Change(key, made)


def option(**options: Any) -> Change:
    """Another option of the resource: `option(protect=None)`."""

    def made(graph: Graph, resource: Resource) -> Graph:
        return _with(graph, resource, replace(resource, options=replace(resource.options, **options)))

    return Change("", made)


def left_out() -> Change:
    """The resource isn't declared; nothing depends on it any more."""

    def made(graph: Graph, resource: Resource) -> Graph:
        kept = (_without(each, resource.urn) for each in graph.resources if each is not resource)
        return replace(graph, resources=tuple(kept))

    return Change("", made)


def added(type_: str, name: str, inputs: Mapping[str, Any], **of: str) -> Change:
    """Another resource, beside the one that is named; `of` says from which resource an input's value comes."""

    def made(graph: Graph, resource: Resource) -> Graph:
        sources = {key: (named(graph, source).urn,) for key, source in of.items()}
        urn = f"{resource.urn.rpartition('::')[0].rpartition('::')[0]}::{type_}::{name}"
        new = Resource(
            urn, type_, name, resource.parent, resource.provider, custom=True, inputs={**inputs},
            property_dependencies=sources,
        )  # fmt: skip
        return replace(graph, resources=(*graph.resources, new))

    return Change("", made)


def named(graph: Graph, name: str) -> Resource:
    """The one resource of this logical name."""
    (found,) = (each for each in graph.resources if each.name == name)
    return found


def _copied(resource: Resource) -> Resource:
    return replace(resource, inputs=deepcopy(resource.inputs), property_dependencies={**resource.property_dependencies})


def _with(graph: Graph, old: Resource, new: Resource) -> Graph:
    return replace(graph, resources=tuple(new if each is old else each for each in graph.resources))


def _without(resource: Resource, urn: str) -> Resource:
    came_from = resource.property_dependencies.items()
    return replace(
        resource,
        dependencies=tuple(each for each in resource.dependencies if each != urn),
        property_dependencies={key: tuple(each for each in urns if each != urn) for key, urns in came_from},
    )


def _first(path: str) -> str:
    return re.split(r"[.\[]", path, maxsplit=1)[0]


def _place(inputs: Any, path: str) -> tuple[Any, Any]:
    """What holds the last part of a path, and that part: a key, or an index of a list."""
    *parts, last = [int(index) if index else key for key, index in re.findall(r"([^.\[\]]+)(?<!\d\])|\[(\d+)\]", path)]
    for part in parts:
        inputs = inputs[part]
    return inputs, last
