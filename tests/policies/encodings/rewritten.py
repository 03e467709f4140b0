"""A graph said in other words: values in other encodings, lists and resources in another order, other names."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rackguard.graph.graph import Graph
from rackguard.graph.resource import Resource

Rewrite = Callable[[Any], Any]
_INDEX = re.compile(r"\[\d+\]")


def inputs_rewritten(graph: Graph, rewrite: Rewrite) -> Graph:
    """The graph with `rewrite` done to every value that is no list or mapping, however deep."""
    return _each(
        graph, lambda one: replace(one, inputs=_walked(one.inputs, rewrite), outputs=_walked(one.outputs, rewrite))
    )


def flags_as_text(value: Any) -> Any:
    """`true` as `"true"`, as launch templates write it."""
    return str(value).lower() if isinstance(value, bool) else value


def texts_as_flags(value: Any) -> Any:
    """`"true"` as `true`."""
    return value == "true" if value in ("true", "false") else value


def numbers_as_text(value: Any) -> Any:
    """22 as `"22"`."""
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else value


def numbers_as_floats(value: Any) -> Any:
    """22 as 22.0, as the engine hands numbers over."""
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def reversed_lists(graph: Graph) -> Graph:
    """Every list the other way round, also in documents that are JSON in a text, and every mapping."""
    return _each(graph, lambda one: replace(one, inputs=_turned(one.inputs), outputs=_turned(one.outputs)))


def reordered(graph: Graph, order: Callable[[Resource], Any]) -> Graph:
    """The resources in another order."""
    return replace(graph, resources=tuple(sorted(graph.resources, key=order)))


def renamed(graph: Graph, prefix: str) -> Graph:
    """Every resource with `prefix` before its name, in every URN that names it."""
    urns = {one.urn: _renamed(one.urn, prefix) for one in graph.resources}

    def rename(one: Resource) -> Resource:
        provider, _, id_ = (one.provider or "").rpartition("::")
        return replace(
            one,
            urn=urns[one.urn],
            name=f"{prefix}{one.name}",
            parent=urns.get(one.parent or "", one.parent),
            provider=f"{urns[provider]}::{id_}" if provider in urns else one.provider,
            dependencies=tuple(urns.get(urn, urn) for urn in one.dependencies),
            property_dependencies={
                key: tuple(urns.get(urn, urn) for urn in found) for key, found in one.property_dependencies.items()
            },
        )

    return _each(graph, rename)


def without_indexes(path: str) -> str:
    """A path in which places of a list are alike."""
    return _INDEX.sub("[]", path)


def _renamed(urn: str, prefix: str) -> str:
    front, _, name = urn.rpartition("::")
    return f"{front}::{prefix}{name}"


def _each(graph: Graph, change: Callable[[Resource], Resource]) -> Graph:
    return replace(graph, resources=tuple(change(one) for one in graph.resources))


def _walked(value: Any, rewrite: Rewrite) -> Any:
    if isinstance(value, dict):
        return {key: _walked(item, rewrite) for key, item in value.items()}
    return [_walked(item, rewrite) for item in value] if isinstance(value, list) else rewrite(value)


def _turned(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _turned(item) for key, item in reversed(value.items())}
    if isinstance(value, list):
        return [_turned(item) for item in reversed(value)]
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            return json.dumps(_turned(json.loads(value)))
        except ValueError:
            return value
    return value
