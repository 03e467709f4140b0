"""How two graphs differ, resource by resource."""

from __future__ import annotations

from typing import Any

from tests.aws.golden_text import as_data

from rackguard.graph.graph import Graph


def differences(before: Graph, after: Graph) -> dict[str, Any]:
    """By name: `"new"`, `"gone"`, or what changed, each input and each other part with its values before and after."""
    old, new = _by_name(before), _by_name(after)
    found: dict[str, Any] = {}
    for name in {**old, **new}:
        if name not in new:
            found[name] = "gone"
        elif name not in old:
            found[name] = "new"
        elif old[name] != new[name]:
            found[name] = _changed(old[name], new[name])
    return found


def _by_name(graph: Graph) -> dict[str, dict[str, Any]]:
    found = {resource.name: {**resource.inputs, **_others(as_data(resource))} for resource in graph.resources}
    assert len(found) == len(graph.resources), "two resources have the same name"
    return found


def _others(data: dict[str, Any]) -> dict[str, Any]:
    return {f"({key})": value for key, value in data.items() if key != "inputs"}


def _changed(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    return {key: (old.get(key), new.get(key)) for key in {**old, **new} if old.get(key) != new.get(key)}
