"""Recorded resources as lines that a person can review: `Subnet net-a vpcId=<Vpc net-vpc> cidrBlock=10.0.0.0/24`."""

from __future__ import annotations

from collections.abc import Collection

from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN, Resource, Value


def tell(graph: Graph, *, omit: Collection[str] = (), kinds: Collection[str] = ()) -> list[str]:
    """A line for each of the cloud's resources, sorted; of `kinds` only, where given.

    An input whose value comes from other resources names them in `<>`, after the value where that is known. Of the
    tags only Name is told; inputs in `omit` are left out. `after` is what it waits for beside that.
    """
    made = [resource for resource in graph.resources if resource.custom and not resource.type.startswith("pulumi:")]
    return sorted(_line(graph, one, omit) for one in made if not kinds or kind(one) in kinds)


def kind(resource: Resource) -> str:
    """`Vpc` for `aws:ec2/vpc:Vpc`."""
    return resource.type.rpartition(":")[2]


def called(graph: Graph, urns: Collection[str]) -> list[str]:
    """`Vpc net-vpc` for each URN, sorted."""
    return sorted(f"{kind(graph.by_urn[urn])} {graph.by_urn[urn].name}" for urn in urns)


def one(graph: Graph, kind_and_name: str) -> Resource:
    """The resource `Vpc net-vpc`."""
    (found,) = (each for each in graph.resources if f"{kind(each)} {each.name}" == kind_and_name)
    return found


def _line(graph: Graph, resource: Resource, omit: Collection[str]) -> str:
    words = [kind(resource), resource.name]
    words += [f"{key}={_value(graph, resource, key)}" for key in resource.inputs if key != "tags" and key not in omit]
    if name := _tag(resource.inputs.get("tags", {}), "Name"):
        words.append(f"Name={name}")
    from_inputs = {urn for urns in resource.property_dependencies.values() for urn in urns}
    if later := set(resource.dependencies) - from_inputs:
        words.append(f"after=<{', '.join(called(graph, later))}>")
    if resource.options.retain_on_delete:
        words.append("retained")
    return " ".join(words)


def _tag(tags: Value, key: str) -> Value:
    """A tag's value; those of an Auto Scaling group are a list."""
    return next((tag["value"] for tag in tags if tag["key"] == key), None) if isinstance(tags, list) else tags.get(key)


def _value(graph: Graph, resource: Resource, key: str) -> str:
    value: Value = resource.inputs[key]
    names = ", ".join(called(graph, resource.property_dependencies.get(key, ())))
    unknown = value is UNKNOWN or (isinstance(value, list) and value and all(item is UNKNOWN for item in value))
    return ("" if unknown else str(value)) + (f"<{names}>" if names else "<the cloud>" if unknown else "")
