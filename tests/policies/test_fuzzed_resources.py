"""Whatever JSON a resource's inputs are, no rule fails, and nothing but judgements comes out of judging."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pulumi._types import input_type_types
from tests.aws.provider_schema import arguments_of
from tests.policies.sources.graphs import OFFLINE, STATE, graph_of

from rackguard.catalog.catalog import load
from rackguard.cli.cost_facts import facts_of_graph
from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN, Resource, Secret
from rackguard_policies.judge import judge
from rackguard_policies.outcome import Judgement, Outcome
from rackguard_policies.registry import all_rules

TYPES = sorted({type_ for rule in all_rules() for type_ in rule.types})
KEYS = ("Action", "Condition", "Effect", "Principal", "Resource", "Statement", "cidr", "ebs", "enabled", "key", "rules")
WORDS = ["", "*", "true", "-1", "0.0.0.0/0", "::/0", "arn:aws:s3:::data", "{", "[]", "resolve:ssm:/x", "$Latest"]
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**63),
    st.floats(allow_nan=False),
    st.text(max_size=20),
    st.sampled_from(WORDS),
    st.sampled_from([UNKNOWN, Secret(known=True), Secret(known=False)]),
)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=10), st.sampled_from(WORDS)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(KEYS), inner, max_size=3)),
    max_leaves=8,
)
ANYTHING = st.recursive(
    LEAVES | JSON.map(json.dumps),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(KEYS), inner, max_size=3)),
    max_leaves=8,
)


def judged(graph: Graph) -> list[Judgement]:
    catalog = load()
    return judge(graph, all_rules(), catalog, cost=facts_of_graph(graph, catalog))


def failed(graph: Graph) -> set[tuple[str, str]]:
    return {(each.rule, each.note) for each in judged(graph) if each.outcome is Outcome.ERRORED}


@cache
def inputs_of(type_: str) -> tuple[str, ...]:
    return tuple(sorted(input_type_types(arguments_of(type_))))


@given(data=st.data())
@settings(max_examples=300)
def test_a_resource_of_any_json(data: st.DataObject) -> None:
    type_ = data.draw(st.sampled_from(TYPES))
    names = data.draw(st.lists(st.sampled_from(inputs_of(type_)), unique=True, max_size=12))
    inputs = {name: data.draw(ANYTHING) for name in names}
    urn = f"urn:pulumi:s::p::{type_}::x"
    depends = dict.fromkeys(names, (urn,)) if data.draw(st.booleans()) else {}
    odd = Resource(urn, type_, "x", None, None, custom=True, inputs=inputs, property_dependencies=depends)
    assert failed(Graph("s", "p", (odd,))) == set()


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container of a value with every key or index of it."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from places(value[key])


@pytest.mark.parametrize("source", [OFFLINE, STATE])
@given(data=st.data())
@settings(max_examples=40)
def test_a_stack_with_any_json_in_places(source: str, data: st.DataObject) -> None:
    resources = list(graph_of("bad", source).resources)
    for place in data.draw(st.lists(st.integers(0, len(resources) - 1), min_size=1, max_size=20, unique=True)):
        inputs = deepcopy(resources[place].inputs)
        if found := list(places(inputs)):
            holder, key = found[data.draw(st.integers(0, len(found) - 1))]
            holder[key] = data.draw(ANYTHING)
        resources[place] = replace(resources[place], inputs=inputs)
    assert failed(replace(graph_of("bad", source), resources=tuple(resources))) == set()
