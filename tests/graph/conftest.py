"""Small programs of resources that belong to no cloud, recorded offline."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from pulumi import ComponentResource, CustomResource, Output, ResourceOptions

from rackguard.graph.graph import Graph
from rackguard.graph.offline import Deployment, record_program
from rackguard.graph.resource import Resource

PREFIX = "urn:pulumi:dev::shop::"
STACK = f"{PREFIX}pulumi:pulumi:Stack::shop-dev"

Record = Callable[..., Graph]


class Disk(CustomResource):
    """A resource with one output, `path`, that isn't an input."""

    path: Output[str]

    def __init__(self, name: str, inputs: Mapping[str, Any] | None = None, opts: ResourceOptions | None = None) -> None:
        super().__init__("shop:store:Disk", name, {"path": None, **(inputs or {})}, opts)


class Rack(ComponentResource):
    """A component of two disks, the second of which needs the first."""

    def __init__(self, name: str, opts: ResourceOptions | None = None, *, remote: bool = False) -> None:
        super().__init__("shop:index:Rack", name, {}, opts, remote)
        if not remote:
            self.first = Disk(f"{name}-first", {"size": 1}, ResourceOptions(parent=self))
            self.second = Disk(f"{name}-second", {"beside": self.first.id}, ResourceOptions(parent=self))
        self.register_outputs({})


@pytest.fixture
def record() -> Record:
    """`record(program, *lookups, **settings)`: what the program declares, as stack `dev` of project `shop`."""

    def run(program: Callable[[], object], *lookups: str, **settings: Any) -> Graph:
        deployment = Deployment(**{"project": "shop", "stack": "dev", "config": {}, **settings})
        return record_program(program, deployment, lookups)

    return run


def named(graph: Graph, name: str) -> Resource:
    """The only resource of this name."""
    (found,) = [resource for resource in graph.resources if resource.name == name]
    return found
