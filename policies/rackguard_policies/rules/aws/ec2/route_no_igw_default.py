"""Only subnets that serve the internet have a way to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.exposure import serves_the_internet, subnets_of, ways_out
from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.types import ROUTE, ROUTE_TABLES

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict

WANTED = "is no internet gateway, but for subnets that hold NAT gateways and public load balancers alone"


def _judge(subject: Subject) -> Iterator[Verdict]:
    for way in ways_out(subject.graph, subject.resource):
        if not way.sure:
            yield Unproven(way.path, WANTED)
        elif not _meant(subject, _table(subject)):
            yield Finding(way.path, WANTED)


def _table(subject: Subject) -> Resource | None:
    if subject.resource.type != ROUTE:
        return subject.resource
    return next(iter(subject.graph.sources(subject.resource, "routeTableId", *ROUTE_TABLES)), None)


def _meant(subject: Subject, table: Resource | None) -> bool:
    subnets = subnets_of(subject.graph, table) if table else ()
    return bool(subnets) and all(serves_the_internet(subject.graph, subnet) for subnet in subnets)


RULE = Rule(
    id="route-no-igw-default",
    title="A default route to an internet gateway is for subnets of NAT gateways and load balancers only",
    severity="high",
    why="In a subnet with this route a single public address or open group puts a machine on the internet.",
    fix="Route private subnets through a NAT gateway or endpoints; give public ones a table of their own.",
    types=(ROUTE, *ROUTE_TABLES),
    judge=_judge,
    before='Route("out", route_table_id=nodes.id, destination_cidr_block="0.0.0.0/0", gateway_id=gateway.id)',
    after='Route("out", route_table_id=nodes.id, destination_cidr_block="0.0.0.0/0", nat_gateway_id=nat.id)',
)
