"""Plans of which no input is known: nothing in them is called compliant, but for what isn't told by inputs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from pulumi._types import input_type_types
from tests.aws.provider_schema import arguments_of
from tests.aws.stacks import recorded
from tests.policies.sources.graphs import OFFLINE, graph_of

from rackguard.catalog.catalog import load
from rackguard.cli.cost_facts import facts_of_graph
from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN, Resource
from rackguard_policies.judge import judge
from rackguard_policies.outcome import Outcome
from rackguard_policies.registry import all_rules
from rackguard_policies.rule import Rule

BY_OPTIONS = {"kms-protected", "lg-protected", "stk-protect-stateful", "stk-ignore-changes"}
BY_TYPE = {"stk-service-allow-list"}
BY_COUNT = {"stk-kms-key-sharing", "stk-s3-duplicate-companion", "stk-sg-mixed-management"}
"""What they count are resources that depend on the one that is judged; here none does."""
NOT_BY_INPUTS = BY_OPTIONS | BY_TYPE | BY_COUNT
STACKS: dict[str, Callable[[], Graph]] = {
    "dev": lambda: recorded("dev"),
    "prod": lambda: recorded("prod"),
    "bad": lambda: graph_of("bad", OFFLINE),
}
ASKED_FOR = {"cost-types-allowed", "ec2-tenancy", "iam-boundary"}
"""They judge nothing until a parameter is given."""
WITH_OTHERS = {
    "sg-default-closed",
    "sg-efa-self",
    "stk-efa-isolation",
    "stk-flow-log-sink",
    "stk-sg-effective",
    "stk-trail-bucket",
    "stk-trail-covers-data",
    "stk-vpc-endpoints",
    "s3-object-lock",
}
"""They judge what other resources of the stack make of one."""
OF_ANOTHER_KIND = {
    "flowlog-all-traffic",
    "flowlog-interval",
    "fsx-backup",
    "fsx-copy-tags",
    "fsx-final-backup",
    "s3-sse-cmk",
    "s3-sse-kms",
    "s3-versioning",
    "stk-public-ip-effective",
}
"""An input that is given, whatever it is, says that the rule is none for the resource."""


def unknown(resource: Resource) -> Resource:
    """The resource with every input that its class has, none of them known, and nothing that tells of them."""
    inputs: dict[str, Any] = dict.fromkeys(input_type_types(arguments_of(resource.type)), UNKNOWN)
    return replace(resource, inputs=inputs, outputs={}, dependencies=(), property_dependencies={}, id=None)


def is_of_cloud(resource: Resource) -> bool:
    return resource.custom and not resource.type.startswith("pulumi:")


@pytest.mark.parametrize("rule", [rule for rule in all_rules() if rule.types], ids=lambda rule: rule.id)
def test_a_resource_of_which_nothing_is_known_is_never_compliant(rule: Rule) -> None:
    for type_ in rule.types:
        given = Resource(f"urn:pulumi:s::p::{type_}::x", type_, "x", None, None, custom=True, inputs={})
        outcomes = {each.outcome for each in judge(Graph("s", "p", (unknown(given),)), [rule], load())}
        assert Outcome.ERRORED not in outcomes
        assert Outcome.COMPLIANT not in outcomes or rule.id in BY_COUNT
        said = outcomes & {Outcome.UNPROVEN, Outcome.FINDING}
        assert said or rule.id in ASKED_FOR | WITH_OTHERS | OF_ANOTHER_KIND | BY_COUNT, type_


@pytest.mark.parametrize("stack", STACKS)
def test_a_plan_of_which_nothing_is_known_is_compliant_in_nothing_that_inputs_tell(stack: str) -> None:
    graph = STACKS[stack]()
    catalog = load()
    before = judge(graph, all_rules(), catalog, cost=facts_of_graph(graph, catalog))
    blind = replace(graph, resources=tuple(unknown(one) if is_of_cloud(one) else one for one in graph.resources))
    after = judge(blind, all_rules(), catalog, cost=facts_of_graph(blind, catalog))
    assert {each.rule for each in after if each.outcome is Outcome.COMPLIANT} <= NOT_BY_INPUTS
    assert {each.rule for each in after if each.outcome is Outcome.ERRORED} == set()
    assert len({each.rule for each in before if each.outcome is Outcome.COMPLIANT} - NOT_BY_INPUTS) > 40


def test_inline_rules_that_arent_known_may_let_prefix_lists_in() -> None:
    type_ = "aws:ec2/securityGroup:SecurityGroup"
    group = Resource(f"urn:pulumi:s::p::{type_}::g", type_, "g", None, None, custom=True, inputs={"ingress": UNKNOWN})
    rule = next(rule for rule in all_rules() if rule.id == "stk-sg-prefix-list")
    (found,) = judge(Graph("s", "p", (group,)), [rule], load())
    assert (found.outcome, found.path) == (Outcome.UNPROVEN, "ingress")
