"""What breaks one property of a recorded stack, as data: each change leaves the stack that it is made to as it was."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any

from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN, Resource
from rackguard.record import record

Made = Callable[[Graph, Resource], Graph]


@record
class Change:
    """One change of a resource, or of the stack around it."""

    path: str
    """The property that changes; empty for the resource as a whole."""
    made: Made


def put(path: str, value: object, *of: str) -> Change:
    """A property with another value, which may be new: `put("metadataOptions.httpTokens", "optional")`.

    `of` names the resources that the whole property's values come from now. Without any, what isn't a known value of
    its own keeps its dependencies. An index that is one too high appends.
    """

    def edit(inputs: dict[str, Any]) -> None:
        holder, key = _place(inputs, path)
        if isinstance(holder, list) and key == len(holder):
            holder.append(value)
        else:
            holder[key] = value

    comes_from = of if of or (path == _first(path) and value is not UNKNOWN) else None
    return Change(path, changed(edit, _first(path), comes_from))


def gone(path: str) -> Change:
    """A property, or an item of a list, left out; with the last unknown value goes what the property came from."""

    def edit(inputs: dict[str, Any]) -> None:
        holder, key = _place(inputs, path)
        del holder[key]

    def made(graph: Graph, resource: Resource) -> Graph:
        key = _first(path)
        graph = changed(edit)(graph, resource)
        left = graph.by_urn[resource.urn].inputs.get(key)
        return (
            graph
            if _has_unknown(left) == _has_unknown(resource.inputs[key])
            else changed(lambda _: None, key, ())(graph, graph.by_urn[resource.urn])
        )

    return Change(path, made)


def changed(edit: Callable[[dict[str, Any]], None], key: str = "", comes_from: tuple[str, ...] | None = None) -> Made:
    """The resource with its inputs edited, and the input `key` from these resources, where that changes too."""

    def made(graph: Graph, resource: Resource) -> Graph:
        inputs = deepcopy(resource.inputs)
        edit(inputs)
        sources = {**resource.property_dependencies}
        if comes_from is not None:
            sources[key] = tuple(named(graph, name).urn for name in comes_from)
        return _with(graph, resource, replace(resource, inputs=inputs, property_dependencies=sources))

    return made


def option(**options: Any) -> Change:
    """Another option of the resource: `option(protect=None)`."""

    def made(graph: Graph, resource: Resource) -> Graph:
        return _with(graph, resource, replace(resource, options=replace(resource.options, **options)))

    return Change("", made)


def left_out() -> Change:
    """The resource isn't declared, and nothing depends on it any more."""

    def made(graph: Graph, resource: Resource) -> Graph:
        kept = (_without(each, resource.urn) for each in graph.resources if each is not resource)
        return replace(graph, resources=tuple(kept))

    return Change("", made)


def added(type_: str, name: str, inputs: Mapping[str, Any], **of: str) -> Change:
    """Another resource, beside the one that is named; `of` says from which resource an input's value comes."""

    def made(graph: Graph, resource: Resource) -> Graph:
        sources = {key: (named(graph, source).urn,) for key, source in of.items()}
        around, _, _ = resource.urn.rpartition("::")
        urn = f"{around[: max(around.rfind('$'), around.rfind('::') + 1) + 1]}{type_}::{name}"
        new = Resource(
            urn, type_, name, resource.parent, resource.provider, custom=True, inputs={**inputs},
            property_dependencies=sources,
        )  # fmt: skip
        return replace(graph, resources=(*graph.resources, new))

    return Change("", made)


def together(*changes: Change) -> Change:
    """One change that takes several steps, such as another resource and what names it; its path is the last one's."""

    def made(graph: Graph, resource: Resource) -> Graph:
        for change in changes:
            graph = change.made(graph, graph.by_urn[resource.urn])
        return graph

    return Change(changes[-1].path, made)


def named(graph: Graph, name: str) -> Resource:
    """The one resource of this logical name."""
    (found,) = (each for each in graph.resources if each.name == name)
    return found


def _with(graph: Graph, old: Resource, new: Resource) -> Graph:
    return replace(graph, resources=tuple(new if each is old else each for each in graph.resources))


def _without(resource: Resource, urn: str) -> Resource:
    came_from = resource.property_dependencies.items()
    return replace(
        resource,
        dependencies=tuple(each for each in resource.dependencies if each != urn),
        property_dependencies={key: tuple(each for each in urns if each != urn) for key, urns in came_from},
    )


def _has_unknown(value: object) -> bool:
    return "UNKNOWN" in repr(value)


def _first(path: str) -> str:
    return re.split(r"[.\[]", path, maxsplit=1)[0]


def _place(inputs: Any, path: str) -> tuple[Any, Any]:
    """What holds the last part of a path, and that part: a key, or an index of a list."""
    *parts, last = [int(index) if index else key for index, key in re.findall(r"\[(\d+)\]|([^.\[\]]+)", path)]
    for part in parts:
        inputs = inputs[part]
    return inputs, last
