"""What flow logs are of, and where they go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard_policies.types import BUCKET, LOG_GROUP
from rackguard_policies.values import Leaf, leaf

if TYPE_CHECKING:
    from rackguard.graph.graph import Graph
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject


def of_a_transit_gateway(subject: Subject) -> str:
    """Why a rule of a VPC's flow logs has nothing to say of a transit gateway's; empty where it has."""
    keys = ("transitGatewayId", "transitGatewayAttachmentId")
    of_gateway = any(not leaf(subject.resource.inputs, key).absent for key in keys)
    return "a transit gateway logs everything, every minute" if of_gateway else ""


def sink(graph: Graph, log: Resource) -> Resource | None:
    """The stack's log group or bucket that a flow log goes to, by its dependency or by its name in the ARN."""
    sources = graph.sources(log, "logDestination", LOG_GROUP, BUCKET)
    return next((source for source in sources if not source.external), None) or _named(graph, destination(log))


def destination(log: Resource) -> Leaf:
    """Where a flow log goes: an ARN."""
    return leaf(log.inputs, "logDestination")


def _named(graph: Graph, place: Leaf) -> Resource | None:
    arn = place.value if isinstance(place.value, str) else ""
    service, name = arn.split(":")[2:3], arn.split(":", 5)[-1]
    if service == ["s3"]:
        return _with(graph, BUCKET, "bucket", name.partition("/")[0])
    return _with(graph, LOG_GROUP, "name", name.removeprefix("log-group:").removesuffix(":*")) if service else None


def _with(graph: Graph, type_: str, key: str, value: str) -> Resource | None:
    return next((one for one in graph.with_text(type_, key, value) if not one.external), None)
