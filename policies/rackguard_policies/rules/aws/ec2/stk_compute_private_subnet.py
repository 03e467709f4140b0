"""Machines and stores stand in private subnets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.exposure import is_of_known_table, places, ways_out_of_subnet
from rackguard_policies.launch_templates import templates_of
from rackguard_policies.launched_from import is_seen
from rackguard_policies.login_nodes import LOGIN, is_login_node
from rackguard_policies.nodes import is_router
from rackguard_policies.once import once_in_graph
from rackguard_policies.rule import Finding, NotApplicable, Rule, Unproven
from rackguard_policies.types import (
    GROUP,
    INSTANCE,
    LAUNCH_TEMPLATE,
    LUSTRE,
    MOUNT_TARGET,
    NETWORK_INTERFACE,
    SPOT_REQUEST,
)
from rackguard_policies.values import leaves

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict

WANTED = "is a subnet without a route to an internet gateway"
PATHS = {
    INSTANCE: "subnetId",
    SPOT_REQUEST: "subnetId",
    NETWORK_INTERFACE: "subnetId",
    MOUNT_TARGET: "subnetId",
    GROUP: "vpcZoneIdentifiers[*]",
    LAUNCH_TEMPLATE: "networkInterfaces[*].subnetId",
    LUSTRE: "subnetIds[*]",
}


def _judge(subject: Subject) -> Iterator[Verdict]:
    path = PATHS[subject.resource.type]
    if subject.resource.type == INSTANCE and is_router(subject):
        yield NotApplicable("a route leads through it")
        return
    verdicts = list(_placed(subject, path))
    if any(isinstance(verdict, Finding) for verdict in verdicts) and is_login_node(subject):
        yield NotApplicable(LOGIN)
    else:
        yield from verdicts


def _placed(subject: Subject, path: str) -> Iterator[Verdict]:
    subnets, elsewhere = places(subject.graph, subject.resource, path)
    if subject.resource.type == GROUP and not subnets and not elsewhere:
        yield from _in_default_vpc(subject)
    for place in elsewhere:
        yield Unproven(place.path, "is a subnet of this stack, whose routes are known")
    for subnet in subnets:
        yield from _subnet(subject, subnet, path.partition("[")[0])


def _in_default_vpc(subject: Subject) -> Iterator[Verdict]:
    """A group that names no subnet, where what its nodes are made from names none either."""
    templates = templates_of(subject.graph, subject.resource)
    named = any(not place.absent for each in templates for place in leaves(each.inputs, PATHS[LAUNCH_TEMPLATE]))
    if not is_seen(subject):
        yield Unproven("vpcZoneIdentifiers", WANTED)
    elif not named:
        yield Finding("vpcZoneIdentifiers", WANTED, "none: those of the default VPC, which are public")


def _subnet(subject: Subject, subnet: Resource, key: str) -> Iterator[Verdict]:
    public = _is_public(subject.graph, subnet)
    if public:
        yield Finding(key, WANTED, f"the subnet {subnet.name}")
    elif public is None:
        yield Unproven(key, WANTED)


@once_in_graph
def _is_public(graph: Graph, subnet: Resource) -> bool | None:
    """None where that isn't known."""
    ways = list(ways_out_of_subnet(graph, subnet))
    if any(way.sure for way in ways):
        return True
    return None if ways or not is_of_known_table(graph, subnet) else False


RULE = Rule(
    id="stk-compute-private-subnet",
    title="Machines but a login node, Lustre and EFS are in subnets without a way to an internet gateway",
    severity="high",
    why="In a public subnet one address or one rule too many puts a node or a store on the internet.",
    fix="Use private subnets, whose default route is a NAT gateway or none.",
    types=tuple(PATHS),
    judge=_judge,
    before='Group("train", vpc_zone_identifiers=[public.id])',
    after='Group("train", vpc_zone_identifiers=[nodes.id])',
)
