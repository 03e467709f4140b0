"""Resources as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from rackguard.graph.resource import UNKNOWN, Options, Secret
from rackguard.report.plain import plain

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Value
    from rackguard.report import plan_shape as shape

UNKNOWN_DATA = {"$unknown": True}
SECRET_DATA = {"$secret": True}


def resources_data(graph: Graph) -> list[shape.ResourceData]:
    """Every resource of a graph, in its order."""
    return [
        {
            "urn": resource.urn,
            "type": resource.type,
            "name": resource.name,
            "parent": resource.parent,
            "inputs": {key: value_data(value) for key, value in resource.inputs.items()},
            "dependencies": list(resource.dependencies),
            "propertyDependencies": {key: list(urns) for key, urns in resource.property_dependencies.items()},
            "options": options_data(resource.options),
        }
        for resource in graph.resources
    ]


def value_data(value: Value) -> Any:
    """A value with what isn't known, and what must not be shown, as an object of its own."""
    if value is UNKNOWN:
        return UNKNOWN_DATA
    if isinstance(value, Secret):
        return SECRET_DATA
    if isinstance(value, dict):
        return {key: value_data(item) for key, item in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [value_data(item) for item in cast("list[Any]", value)]
    return value


def options_data(options: Options) -> dict[str, Any]:
    """The options that are set, by Pulumi's own names."""
    given = {name: value for name, value in vars(options).items() if value not in (None, (), {})}
    return {_camel(name): value_data(plain(value)) for name, value in given.items()}


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))
