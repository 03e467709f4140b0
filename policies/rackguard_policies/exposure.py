"""What the internet reaches: subnets with a way to an internet gateway, and where machines and stores stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rackguard.record import record
from rackguard_policies.address_range import is_world, network
from rackguard_policies.types import (
    DEFAULT_SUBNET,
    INTERNET_GATEWAY,
    LOAD_BALANCERS,
    MAIN_ROUTE_TABLE_ASSOCIATION,
    NAT_GATEWAY,
    ROUTE,
    ROUTE_TABLE_ASSOCIATION,
    ROUTE_TABLES,
    SUBNETS,
    VPC,
)
from rackguard_policies.values import Leaf, leaf, leaves, truth

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource

_DESTINATIONS = ("destinationCidrBlock", "destinationIpv6CidrBlock", "cidrBlock", "ipv6CidrBlock")


@record
class WayOut:
    """A route for the whole internet through an internet gateway."""

    resource: Resource
    """The route, or the table that states it inline."""
    path: str
    """The gateway's property."""
    sure: bool
    """False where the destination or the gateway isn't known yet."""


def ways_out(graph: Graph, resource: Resource) -> Iterator[WayOut]:
    """What a route, or the inline routes of a table, say of the internet."""
    if resource.type == ROUTE:
        yield from _way_out(graph, resource, "", resource.inputs)
        return
    for item in leaves(resource.inputs, "routes[*]"):
        if item.unknown:
            yield WayOut(resource, item.path, sure=False)
        elif not item.absent:
            yield from _way_out(graph, resource, item.path, item.value)


def ways_out_of_subnet(graph: Graph, subnet: Resource) -> Iterator[WayOut]:
    """Those of the table that a subnet uses: the one associated with it, else the main one of its VPC."""
    for table in tables_of(graph, subnet):
        yield from ways_out(graph, table)
        for route in graph.dependents(table.urn, ROUTE):
            if table.urn in route.property_dependencies.get("routeTableId", ()):
                yield from ways_out(graph, route)


def tables_of(graph: Graph, subnet: Resource) -> tuple[Resource, ...]:
    """The route table of a subnet; none where it isn't one of the stack."""
    own = tuple(
        table
        for association in graph.dependents(subnet.urn, ROUTE_TABLE_ASSOCIATION)
        for table in graph.sources(association, "routeTableId", *ROUTE_TABLES)
    )
    return own or tuple(table for vpc in graph.sources(subnet, "vpcId", VPC) for table in _main_tables(graph, vpc))


def subnets_of(graph: Graph, table: Resource) -> tuple[Resource, ...]:
    """The subnets that a route table is associated with."""
    return tuple(
        subnet
        for association in graph.dependents(table.urn, ROUTE_TABLE_ASSOCIATION)
        for subnet in graph.sources(association, "subnetId", *SUBNETS)
    )


def places(graph: Graph, resource: Resource, *paths: str) -> tuple[tuple[Resource, ...], tuple[Leaf, ...]]:
    """The stack's subnets in which a resource stands by its properties `paths`, and the places that aren't known.

    An unknown place is one of the subnets that the property depends on; a known one is, where it has such an id.
    """
    subnets: list[Resource] = []
    elsewhere: list[Leaf] = []
    for path in paths:
        named = graph.sources(resource, path.partition("[")[0], *SUBNETS)
        sources = [subnet for subnet in named if not subnet.external]
        found = [place for place in leaves(resource.inputs, path) if not place.absent]
        subnets += sources if found else ()
        ids = [subnet.id for subnet in sources]
        elsewhere += [place for place in found if not (sources if place.unknown else place.value in ids)]
    return tuple({subnet.urn: subnet for subnet in subnets}.values()), tuple(elsewhere)


def _main_tables(graph: Graph, vpc: Resource) -> Iterator[Resource]:
    for association in graph.dependents(vpc.urn, MAIN_ROUTE_TABLE_ASSOCIATION):
        yield from graph.sources(association, "routeTableId", *ROUTE_TABLES)
    for table in graph.dependents(vpc.urn, *ROUTE_TABLES):
        if vpc.urn in table.property_dependencies.get("defaultRouteTableId", ()):
            yield table


def _way_out(graph: Graph, resource: Resource, at: str, inputs: dict[str, Any]) -> Iterator[WayOut]:
    gateway = leaf(inputs, "gatewayId")
    destinations = [found for key in _DESTINATIONS if not (found := leaf(inputs, key)).absent]
    everywhere = [None if place.unknown else _is_everywhere(place.value) for place in destinations]
    to_internet = _is_internet_gateway(graph, resource, at, gateway)
    if to_internet is not False and any(answer is not False for answer in everywhere):
        path = f"{at}.{gateway.path}" if at else gateway.path
        yield WayOut(resource, path, sure=to_internet is True and True in everywhere)


def _is_everywhere(value: Any) -> bool:
    given = network(value)
    return given is not None and is_world(given)


def _is_internet_gateway(graph: Graph, resource: Resource, at: str, gateway: Leaf) -> bool | None:
    if gateway.absent or gateway.value == "":
        return False
    if not gateway.unknown:
        return str(gateway.value).startswith("igw-")
    # An inline list of routes has the dependencies of all of them.
    found = graph.sources(resource, at.partition("[")[0] or "gatewayId")
    if any(source.type == INTERNET_GATEWAY for source in found):
        return True
    return False if found else None


def serves_the_internet(graph: Graph, subnet: Resource) -> bool:
    """True for a subnet that holds a NAT gateway or a public load balancer, which need a way to the internet."""
    placed = graph.dependents(subnet.urn, NAT_GATEWAY, *LOAD_BALANCERS)
    return any(_faces_the_internet(resource) for resource in placed)


def _faces_the_internet(resource: Resource) -> bool:
    if resource.type == NAT_GATEWAY:
        return resource.inputs.get("connectivityType") != "private"
    return truth(leaf(resource.inputs, "internal").value) is not True


def is_of_known_table(graph: Graph, subnet: Resource) -> bool:
    """True where the stack says which routes a subnet has: by a table, or by making its VPC, whose own has none."""
    return bool(tables_of(graph, subnet)) or any(not vpc.external for vpc in graph.sources(subnet, "vpcId", VPC))


def gives_addresses(subnet: Resource) -> bool | None:
    """True for a subnet that gives public addresses by itself; None where that isn't known."""
    flag = leaf(subnet.inputs, "mapPublicIpOnLaunch")
    if flag.unknown:
        return None
    return subnet.type == DEFAULT_SUBNET if flag.absent else truth(flag.value) is True
