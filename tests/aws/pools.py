"""One planned pool, recorded: its resources by their names in the stack, `pool-group` and so on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pulumi import ResourceOptions
from tests.aws.plans import pool_of
from tests.aws.provider_schema import check

from rackguard.aws.node_pool import NodePool, NodePoolParts
from rackguard.graph.graph import Graph
from rackguard.graph.resource import Resource
from rackguard.plan.types import ClusterPlan

KEY = "arn:aws:kms:us-east-2:123456789012:key/11111111-2222-3333-4444-555555555555"
Record = Callable[[Callable[[], object]], Graph]


def pool_graph(record: Record, plan: ClusterPlan, pool: str, **more: Any) -> dict[str, Resource]:
    """What the pool `pool` of `plan` is made of; `more` are further parts of it."""

    def program() -> None:
        planned = pool_of(plan, pool)
        parts = NodePoolParts(
            plan=planned,
            tags=plan.tags,
            key_arn=KEY,
            security_group_ids={"nodes": "sg-nodes", "login": "sg-login"},
            subnet_ids={zone: f"subnet-{zone}" for zone in planned.zone_ids},
            **more,
        )
        NodePool.planned("pool", parts, ResourceOptions())

    return by_name(record(program))


def by_name(graph: Graph) -> dict[str, Resource]:
    """A graph's resources by name; each of them is checked against the provider's classes."""
    problems = [problem for resource in graph.resources for problem in check(resource)]
    assert not problems
    return {resource.name: resource for resource in graph.resources}


def needed(resource: Resource) -> set[str]:
    """Names of all resources that this one depends on."""
    return {urn.rpartition("::")[2] for urn in resource.dependencies}
