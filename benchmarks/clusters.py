"""A stack of as many resources as asked for: the clusters of `stacks/` in turn, each under a name of its own.

`alike` gives copies of its first clusters instead, whose resources all have the names of the first: the worst that
a rule can meet which goes by names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from typing import Any

import yaml
from measure import ROOT

from rackguard.graph.graph import Graph
from rackguard.graph.offline import Deployment, record_program
from rackguard.graph.resource import Resource

STACKS = ("dev", "staging", "prod")
NOW = datetime(2026, 12, 1, tzinfo=UTC)
COPIED = 343
"""Resources of a cluster of each stack, for `alike`."""


def distinct(size: int, first: int = 1) -> Graph:
    """A stack of `size` resources, its clusters numbered from `first`; the last one is cut where it is full."""
    from rackguard.aws import clock, lookups

    with clock.at(NOW):
        graph = record_program(
            _program(size, first), Deployment(project="bench", stack="bench", config={}), lookups.TOKENS
        )
    return replace(graph, resources=graph.resources[:size])


def alike(size: int) -> Graph:
    """A stack of `size` resources in copies of three clusters, all of whose names are alike."""
    graph = distinct(COPIED)
    resources: list[Resource] = []
    for number in count():
        resources += [_copy(each, number) for each in graph.resources if each.parent or not number]
        if len(resources) >= size:
            return replace(graph, resources=tuple(resources[:size]))
    raise AssertionError


def _copy(resource: Resource, number: int) -> Resource:
    def urn(of: str) -> str:
        return f"{of}-{number}" if number else of

    return replace(
        resource,
        urn=urn(resource.urn),
        parent=urn(resource.parent) if resource.parent else None,
        dependencies=tuple(map(urn, resource.dependencies)),
        property_dependencies={key: tuple(map(urn, urns)) for key, urns in resource.property_dependencies.items()},
        inputs={key: _named(key, value) for key, value in resource.inputs.items()},
    )


def _named(key: str, value: Any) -> Any:
    return "shared" if key in ("name", "bucket", "role") else value


def _program(size: int, first: int) -> Callable[[], None]:
    """A program of clusters until there are `size` resources, which a cluster tells by what it registers."""

    def run() -> None:
        import pulumi
        import pulumi_aws

        from rackguard.aws.cluster import GpuCluster

        counted = _Counted()
        pulumi.runtime.register_stack_transformation(counted)
        for number in count(first):
            config = _config(STACKS[number % len(STACKS)])
            args: Any = {**config["rackguard:cluster"], "region": config["aws:region"]}
            args["name"] = f"{args['name']}-{number}"
            of = pulumi_aws.Provider(f"aws-{number}", region=args["region"], allowed_account_ids=[args["account_id"]])
            GpuCluster(args["name"], args, pulumi.ResourceOptions(providers=[of]))
            if counted.total >= size:
                return

    return run


class _Counted:
    """A transformation that changes nothing and counts."""

    def __init__(self) -> None:
        self.total = 0

    def __call__(self, _: object) -> None:
        self.total += 1


def _config(stack: str) -> dict[str, Any]:
    file = ROOT / f"stacks/Pulumi.{stack}.yaml"
    return yaml.safe_load(file.read_text(encoding="utf-8"))["config"]
