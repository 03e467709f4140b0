"""A stack of as many resources as asked for: the clusters of `stacks/` in turn, each under a name of its own.

One cluster of each stack is recorded, and copied with other numbers in all names and texts: recording each would take
a hundred times longer than judging it. Scripts packed inside user data are the same in all copies.

`alike` gives copies of its first clusters instead, whose resources all have the names of the first: the worst that
a rule can meet which goes by names.
"""

from __future__ import annotations

import gzip
import re
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from itertools import count
from typing import Any

import yaml
from measure import ROOT

from rackguard.graph.graph import Graph
from rackguard.graph.offline import Deployment, record_program
from rackguard.graph.resource import Resource

STACKS = ("dev", "staging", "prod")
NOW = datetime(2026, 12, 1, tzinfo=UTC)
RECORDED = 10_001
"""The number of the first cluster that is recorded; all have five digits, so that copies are cut where these are."""
_NUMBER = re.compile(r"(?<=-)1000[123](?!\d)")


def distinct(size: int, first: int = 0) -> Graph:
    """A stack of `size` resources in threes of clusters, the `first` of them on; the last cluster is cut where full."""
    graph = _recorded()
    resources: list[Resource] = []
    for number in count(first):
        resources += [_numbered(each, number) for each in graph.resources if each.parent or not resources]
        if len(resources) >= size:
            return replace(graph, resources=tuple(resources[:size]))
    raise AssertionError


@cache
def _recorded() -> Graph:
    """A cluster of each stack."""
    from rackguard.aws import clock, lookups

    with clock.at(NOW):
        return record_program(_program, Deployment(project="bench", stack="bench", config={}), lookups.TOKENS)


def _numbered(resource: Resource, number: int) -> Resource:
    def renamed(value: Any) -> Any:
        if isinstance(value, str):
            return _NUMBER.sub(lambda found: str(int(found.group()) + number * len(STACKS)), value)
        if isinstance(value, dict):
            return {key: renamed(item) for key, item in value.items()}
        return [renamed(item) for item in value] if isinstance(value, list) else value

    inputs = renamed(resource.inputs)
    if isinstance(packed := inputs.get("userData"), str):
        inputs["userData"] = _repacked(packed, renamed)
    urns = {key: tuple(map(renamed, found)) for key, found in resource.property_dependencies.items()}
    names = {key: renamed(getattr(resource, key)) for key in ("urn", "name", "parent", "provider")}
    dependencies = tuple(map(renamed, resource.dependencies))
    return replace(resource, **names, inputs=inputs, dependencies=dependencies, property_dependencies=urns)


def alike(size: int, first: int = 0) -> Graph:
    """A stack of `size` resources in copies of three clusters, all of whose names are alike."""
    graph = replace(_recorded(), resources=tuple(_numbered(each, first) for each in _recorded().resources))
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


def _repacked(packed: str, renamed: Callable[[str], str]) -> str:
    content = b64decode(packed)
    zipped = content.startswith(b"\x1f\x8b")
    text = renamed((gzip.decompress(content) if zipped else content).decode()).encode()
    return b64encode(gzip.compress(text, mtime=0) if zipped else text).decode()


def _program() -> None:
    """A cluster of each stack."""
    import pulumi
    import pulumi_aws

    from rackguard.aws.cluster import GpuCluster

    for number, stack in enumerate(STACKS, RECORDED):
        config = _config(stack)
        args: Any = {**config["rackguard:cluster"], "region": config["aws:region"]}
        args["name"] = f"{args['name']}-{number}"
        of = pulumi_aws.Provider(f"aws-{number}", region=args["region"], allowed_account_ids=[args["account_id"]])
        GpuCluster(args["name"], args, pulumi.ResourceOptions(providers=[of]))


def _config(stack: str) -> dict[str, Any]:
    file = ROOT / f"stacks/Pulumi.{stack}.yaml"
    return yaml.safe_load(file.read_text(encoding="utf-8"))["config"]
