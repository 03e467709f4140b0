"""The offline plan is no second truth: the engine's own preview of each example stack declares the same."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

import pytest
from tests.aws import stacks
from tests.engine.agreement import Added, disagreements
from tests.engine.cli import Project
from tests.engine.double.aws.defaults import DEFAULTS
from tests.engine.double.aws.invokes import IMAGE, prefix_list_of
from tests.engine.double.aws.zones import name_of
from tests.engine.double.store import Store
from tests.engine.double.types import takes

from rackguard.graph import preview
from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN


def added(graph: Graph, region: str) -> Added:
    """What may be in the engine's inputs alone: the provider schema's defaults, the region, and the SDK's version."""
    types = {resource.type for resource in graph.resources if resource.type.startswith("aws:")}
    regional = {token: {"region": region} for token in types if takes(token, "region")}
    filled = {token: {**DEFAULTS.get(token, {}), **regional.get(token, {})} for token in types}
    return {**filled, "pulumi:providers:aws": {"version": version("pulumi-aws")}}


def answers(region: str) -> set[Any]:
    """What the account answers at a preview, and nobody can offline."""
    zone_ids = [f"{_short(region)}-az{number}" for number in range(1, 7)]
    zones = {name_of(zone_id, region) for zone_id in zone_ids}
    services = {f"com.amazonaws.{region}.{service}" for service in ("s3", "dynamodb")}
    return {IMAGE, *zones, *map(prefix_list_of, services)}


def _short(region: str) -> str:
    """`usw2` of `us-west-2`."""
    area, side, number = region.split("-")
    return f"{area}{side[0]}{number}"


@pytest.mark.parametrize("stack", stacks.NAMES)
def test_the_engine_previews_what_the_plan_says(project: Project, store: Store, stack: str) -> None:
    project.pulumi("stack", "init", stack)
    engine = preview.read(project.pulumi("preview", "--json", "--stack", stack).json, stack)
    config = project.config(stack)
    offline = stacks.run(stack, config, datetime.now(UTC))
    region = config["aws:region"]
    assert disagreements(offline, engine, added(offline, region), answers(region)) == []
    assert store.changes() == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"parent": None}, "parent"),
        ({"dependencies": ()}, "dependencies"),
        ({"property_dependencies": {}}, "property_dependencies"),
        ({"inputs": {}}, "input availabilityZoneId: 'usw2-az1' added by the engine, and in no reviewed list"),
        ({"inputs": {"vpcId": "vpc-1"}}, "input vpcId: 'vpc-1' offline, UNKNOWN in the engine's preview"),
        ({"inputs": {"colour": "red"}}, "input colour: 'red' offline, missing in the engine's preview"),
    ],
)
def test_a_difference_is_told(change: dict[str, Any], said: str) -> None:
    graph = stacks.recorded("dev")
    (subnet,) = [one for one in graph.resources if one.name == "llm-dev-network-nodes-usw2-az1"]
    changed = {**change, "inputs": {**subnet.inputs, **change["inputs"]}} if change.get("inputs") else change
    others = tuple(one for one in graph.resources if one is not subnet)
    other = replace(graph, resources=(*others, replace(subnet, **changed)))
    found = disagreements(other, graph, {}, set())
    assert [line for line in found if said in line]
    assert all(line.startswith("aws:ec2/subnet:Subnet llm-dev-network-nodes-usw2-az1: ") for line in found)
    assert disagreements(graph, replace(graph, resources=others), {}, set()) == [
        f"{subnet.urn}: in the offline plan alone"
    ]


def test_only_answers_stand_for_what_is_unknown_offline() -> None:
    graph = stacks.recorded("dev")
    (rule,) = [one for one in graph.resources if one.inputs.get("prefixListId") is UNKNOWN]
    answered = replace(rule, inputs={**rule.inputs, "prefixListId": "pl-1"})
    engine = replace(graph, resources=tuple(answered if one is rule else one for one in graph.resources))
    assert disagreements(graph, engine, {}, {"pl-1"}) == []
    (line,) = disagreements(graph, engine, {}, {"pl-2"})
    assert line.endswith("input prefixListId: UNKNOWN offline, 'pl-1' in the engine's preview")
