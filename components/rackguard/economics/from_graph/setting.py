"""Where a resource is and what was declared about it: its region, its zones, its cluster's own words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rackguard.economics.from_graph.inputs import mapping, number, sequence, text
from rackguard.graph.graph import AWS_PROVIDER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource

CLUSTER = "rackguard-aws:index:GpuCluster"
NODE_POOL = "rackguard-aws:index:NodePool"
SUBNET = "aws:ec2/subnet:Subnet"


def owned(graph: Graph, *types: str) -> tuple[Resource, ...]:
    """Resources of `types` that are the stack's own: it doesn't pay for what it only reads."""
    return tuple(resource for resource in graph.of_type(*types) if not resource.external)


def region_of(graph: Graph, resource: Resource) -> str:
    """The region: the resource's own, its provider's, or the only one that the stack's providers have; else empty."""
    if own := text(resource.inputs.get("region")):
        return own
    urn = (resource.provider or "").rpartition("::")[0]
    provider = graph.by_urn.get(urn)
    if provider and (named := text(provider.inputs.get("region"))):
        return named
    return graph.shared_text(AWS_PROVIDER, "region") or ""


def zones_of(graph: Graph, resource: Resource, key: str) -> tuple[str, ...]:
    """Zone ids of the subnets that the input `key` names; empty where a subnet tells none."""
    zones: dict[str, None] = {}
    for subnet in graph.sources(resource, key, SUBNET):
        zone = text(subnet.inputs.get("availabilityZoneId"))
        if not zone:
            return ()
        zones[zone] = None
    return tuple(zones)


def subject_of(graph: Graph, resource: Resource, ours: str) -> str:
    """What a person calls it: `ours` in a cluster of rackguard's, elsewhere the outermost component and the name."""
    around = list(graph.ancestors(resource))
    if any(component.type == CLUSTER for component in around):
        return ours
    return f"{around[-1].name}.{resource.name}" if around else resource.name


def cluster_of(graph: Graph, resource: Resource) -> dict[str, Any]:
    """What the cluster around a resource declares; empty outside one."""
    for component in graph.ancestors(resource):
        if component.type == CLUSTER:
            return component.inputs
    return {}


def pool_of(graph: Graph, resource: Resource) -> tuple[str, dict[str, Any]]:
    """The name of the pool around a resource and what it declares; two empty ones outside a pool."""
    for component in graph.ancestors(resource):
        if component.type == NODE_POOL:
            name = text(component.inputs.get("poolName"))
            return name, mapping(component.inputs.get("pool"))
    return "", {}


def store_of(graph: Graph, resource: Resource) -> tuple[str, float | None]:
    """The key of the store that a resource belongs to and the GB it is expected to hold; empty outside a store."""
    for component in graph.ancestors(resource):
        if store := text(component.inputs.get("store")):
            return store, number(component.inputs.get("expectedGib"))
    return "", None


def own_prices(graph: Graph) -> list[dict[str, Any]]:
    """Prices of the user's own that the stack's clusters declare."""
    return [mapping(price) for cluster in graph.of_type(CLUSTER) for price in sequence(cluster.inputs.get("prices"))]


def texts(values: Iterable[Any]) -> tuple[str, ...]:
    """The known texts of a list, each once."""
    return tuple(dict.fromkeys(value for value in values if isinstance(value, str)))
