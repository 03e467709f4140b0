"""Packs as processes that speak Pulumi's Analyzer protocol, over the example stacks and what is weak in them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import grpc
import pytest
from pulumi.runtime.proto import analyzer_pb2
from tests.aws.stacks import NAMES, recorded
from tests.policies.packs.engine import PASSWORD, SEVERITIES, Engine, changed, message, told

from rackguard.catalog.catalog import load
from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN, Options, Secret
from rackguard_policies import registry
from rackguard_policies.exception_checks import CHECKS
from rackguard_policies.framework import load as framework
from rackguard_policies.judge import judge
from rackguard_policies.outcome import Outcome

PAGE = Path(__file__).parents[3] / "docs/policy-packs.md"
TEMPLATE = "llm-dev-pool-lab-template"
SSH = "llm-dev-network-nodes-ingress-ssh-10-0-0-0-8"
CLUSTER = "llm-dev"
WEAK_METADATA = {"httpEndpoint": "enabled", "httpPutResponseHopLimit": 2, "httpTokens": "optional"}
VERSIONING = "llm-dev-storage-bucket-checkpoints-versioning"
KEY = "llm-dev-key-key"
UNTIL = (datetime.now(UTC).date() + timedelta(days=300)).isoformat()
EXCEPTION = {
    "rule": "lt-imdsv2",
    "resource": TEMPLATE,
    "reason": "An agent of the vendor can't ask for tokens; the nodes have no role.",
    "owner": "ana",
    "until": UNTIL,
}
WEAK: list[tuple[str, dict[str, Any], dict[str, list[tuple[str, str]]]]] = [
    (TEMPLATE, {"metadataOptions": WEAK_METADATA}, {"lt-imdsv2": [("mandatory", TEMPLATE)]}),
    (KEY, {"enableKeyRotation": False}, {"kms-rotation": [("mandatory", KEY)]}),
    (VERSIONING, {"versioningConfiguration": {"status": "Suspended"}}, {"s3-versioning": [("mandatory", VERSIONING)]}),
]


def weak() -> Graph:
    """Dev, whose nodes answer metadata requests without a token."""
    return changed(recorded("dev"), TEMPLATE, metadataOptions=WEAK_METADATA)


def test_a_pack_tells_its_rules_with_levels_severities_and_controls(hipaa: Engine) -> None:
    info = hipaa.info()
    assert (info.name, info.supportsConfig) == ("rackguard-hipaa", True)
    names = [policy.name for policy in info.policies]
    assert len(set(names)) == len(names) > 150
    assert set(names) == framework("hipaa").rules | {check.id for check in CHECKS}
    (policy,) = [policy for policy in info.policies if policy.name == "lt-imdsv2"]
    assert policy.policy_type == analyzer_pb2.POLICY_TYPE_STACK
    assert (policy.enforcementLevel, SEVERITIES[policy.severity]) == (analyzer_pb2.MANDATORY, "high")
    assert "164.312(a)(1)" in policy.framework.specification.split(", ")
    assert policy.remediation_steps == 'Set metadata_options.http_tokens to "required".'


def test_parameters_have_schemas_with_defaults(hipaa: Engine) -> None:
    (policy,) = [policy for policy in hipaa.info().policies if policy.name == "sg-no-world-ingress"]
    schema = policy.configSchema.properties.fields["open_ports"].struct_value.fields
    assert schema["type"].string_value == "array"
    assert list(schema["default"].list_value.values) == []
    assert schema["description"].string_value.startswith("TCP ports that may be open to everybody")


@pytest.mark.parametrize("stack", NAMES)
def test_nothing_is_found_in_the_example_stacks(stack: str, hipaa: Engine, iso27001: Engine, cost: Engine) -> None:
    graph = recorded(stack)
    assert [told(pack.judge(graph)) for pack in (hipaa, iso27001, cost)] == [{}, {}, {}]


@pytest.mark.parametrize(("name", "inputs", "expected"), WEAK, ids=[name for name, _, _ in WEAK])
def test_what_is_weak_is_found_and_nothing_else(
    name: str, inputs: dict[str, Any], expected: dict[str, list[tuple[str, str]]], hipaa: Engine
) -> None:
    graph = changed(recorded("dev"), name, **inputs)
    diagnostics = hipaa.judge(graph)
    assert told(diagnostics) == expected
    rules = [rule for rule in registry.all_rules() if rule.id in framework("hipaa").rules]
    found = [each for each in judge(graph, rules, load()) if each.outcome is Outcome.FINDING]
    assert {(each.policyName, each.urn) for each in diagnostics} == {(each.rule, each.urn) for each in found}


def test_a_finding_says_the_rule_what_is_wrong_the_controls_and_what_to_do(hipaa: Engine) -> None:
    (found,) = hipaa.judge(weak())
    assert (found.policyPackName, found.description, SEVERITIES[found.severity]) == (
        "rackguard-hipaa",
        "A launch template demands session tokens for instance metadata (IMDSv2), or switches it off",
        "high",
    )
    first, what, controls, fix = found.message.split("\n")
    assert first == f"[high] lt-imdsv2: {found.description}"
    assert what == 'metadataOptions.httpTokens is "optional"; wanted: is "required"'
    assert controls.startswith("Controls: HIPAA 164.")
    assert fix == 'Fix: Set metadata_options.http_tokens to "required".'


def test_the_page_shows_a_finding_and_a_configuration_as_they_are(hipaa: Engine) -> None:
    page = PAGE.read_text(encoding="utf-8")
    (found,) = hipaa.judge(weak())
    assert re.findall(r"^```text\n(.*?)\n```", page, re.DOTALL | re.MULTILINE) == [found.message]
    (config,) = re.findall(r"^```json\n(.*?)\n```", page, re.DOTALL | re.MULTILINE)
    given = {name: {"level": said} if isinstance(said, str) else said for name, said in json.loads(config).items()}
    assert given["sg-no-world-ingress"].pop("enforcementLevel") == "mandatory"
    hipaa.configure(**given)


def test_what_is_declared_is_judged_not_what_is_answered(hipaa: Engine) -> None:
    assert told(hipaa.judge(recorded("dev"), answered={"metadataOptions": WEAK_METADATA})) == {}
    assert told(hipaa.judge(weak(), answered={"metadataOptions": UNKNOWN})) == {"lt-imdsv2": [("mandatory", TEMPLATE)]}


def test_what_is_only_read_is_not_judged(hipaa: Engine) -> None:
    graph = weak()
    read = [replace(each, external=each.name == TEMPLATE) for each in graph.resources]
    assert "lt-imdsv2" not in told(hipaa.judge(replace(graph, resources=tuple(read))))


@pytest.mark.parametrize("value", [UNKNOWN, Secret(known=True), Secret(known=False)], ids=["unknown", "secret", "both"])
def test_what_can_not_be_proven_is_advice_in_a_preview_and_counts_once_it_is_there(value: Any, hipaa: Engine) -> None:
    graph = changed(recorded("dev"), TEMPLATE, metadataOptions=value)
    assert told(hipaa.judge(graph))["lt-imdsv2"] == [("advisory", TEMPLATE)]
    assert told(hipaa.judge(graph, dry_run=False))["lt-imdsv2"] == [("mandatory", TEMPLATE)]


def test_a_stack_of_which_nothing_is_known_is_judged_to_the_end(hipaa: Engine) -> None:
    graph = recorded("dev")
    unknown = tuple(
        replace(each, inputs=dict.fromkeys(each.inputs, UNKNOWN)) if each.type.startswith("aws:") else each
        for each in graph.resources
    )
    found = hipaa.judge(replace(graph, resources=unknown))
    assert [each.message for each in found if "The rule failed" in each.message] == []
    advised = {policy for policy, each in told(found).items() if ("advisory", TEMPLATE) in each}
    assert {"lt-imdsv2", "lt-ebs-encrypted"} <= advised


def test_no_secret_is_told(hipaa: Engine) -> None:
    graph = recorded("dev")
    hidden = tuple(
        replace(each, inputs=dict.fromkeys(each.inputs, Secret(known=True))) if each.type.startswith("aws:") else each
        for each in graph.resources
    )
    found = hipaa.judge(replace(graph, resources=hidden))
    assert PASSWORD in str(message(hidden[-1], {}))
    assert len(found) > 50
    assert [each.policyName for each in found if PASSWORD in str(each)] == []


def test_levels_are_the_users(hipaa: Engine) -> None:
    hipaa.configure(lt_imdsv2={"level": "advisory"})
    assert told(hipaa.judge(weak())) == {"lt-imdsv2": [("advisory", TEMPLATE)]}
    hipaa.configure(lt_imdsv2={"level": "disabled"})
    assert told(hipaa.judge(weak())) == {}
    hipaa.configure(lt_imdsv2={"level": "remediate"}, all={"level": "advisory"})
    assert told(hipaa.judge(weak())) == {"lt-imdsv2": [("mandatory", TEMPLATE)]}


def test_parameters_are_the_users(hipaa: Engine) -> None:
    open_to_all = changed(recorded("dev"), SSH, cidrIpv4="0.0.0.0/0", fromPort=443, toPort=443)
    assert ("mandatory", SSH) in told(hipaa.judge(open_to_all))["sg-no-world-ingress"]
    hipaa.configure(sg_no_world_ingress={"open_ports": [443]})
    assert "sg-no-world-ingress" not in told(hipaa.judge(open_to_all))


@pytest.mark.parametrize(
    ("config", "words"),
    [
        (
            {"lt_imdsv": {}},
            """the pack rackguard-hipaa has no rule 'lt-imdsv' (did you mean 'lt-imdsv2'?). \
`rackguard list rules` prints their ids.""",
        ),
        (
            {"sg_no_world_ingress": {"open_port": [1]}, "lt_imdsv2": {"strict": True}},
            """the rule lt-imdsv2 has no parameter 'strict'; allowed: none, only enforcementLevel.
the rule sg-no-world-ingress has no parameter 'open_port' (did you mean 'open_ports'?); allowed: open_ports.""",
        ),
    ],
    ids=["rule", "parameters"],
)
def test_names_that_there_are_none_of_are_refused(config: dict[str, Any], words: str, hipaa: Engine) -> None:
    with pytest.raises(grpc.RpcError) as refused:
        hipaa.configure(**config)
    error: Any = refused.value
    assert (error.code(), error.details()) == (grpc.StatusCode.INVALID_ARGUMENT, words)
    assert told(hipaa.judge(weak())) == {"lt-imdsv2": [("mandatory", TEMPLATE)]}


def test_an_exception_turns_its_finding_into_advice(hipaa: Engine) -> None:
    (found,) = hipaa.judge(changed(weak(), CLUSTER, exceptions=[EXCEPTION]))
    assert told([found]) == {"lt-imdsv2": [("advisory", TEMPLATE)]}
    assert found.message.split("\n")[1] == (
        "Waived: An agent of the vendor can't ask for tokens; the nodes have no role."
        f" (ana, until {UNTIL})."
        ' Without the exception: metadataOptions.httpTokens must hold: is "required"'
    )


def test_an_exception_that_is_over_is_a_finding_itself(hipaa: Engine) -> None:
    over = {**EXCEPTION, "until": "2020-01-01"}
    found = told(hipaa.judge(changed(weak(), CLUSTER, exceptions=[over])))
    assert found == {"lt-imdsv2": [("mandatory", TEMPLATE)], "exception-expired": [("mandatory", "")]}


def test_an_exception_from_a_rule_that_is_not_asked_is_no_fault(hipaa: Engine) -> None:
    hipaa.configure(lt_imdsv2={"level": "disabled"})
    assert told(hipaa.judge(changed(weak(), CLUSTER, exceptions=[EXCEPTION]))) == {}


def test_an_option_that_the_engine_does_not_tell_is_no_finding(hipaa: Engine) -> None:
    graph = recorded("prod")
    kept = {each.name for each in graph.resources if each.type == "aws:cloudwatch/logGroup:LogGroup"}
    assert all(each.options.retain_on_delete for each in graph.resources if each.name in kept)
    unkept = [replace(each, options=Options()) if each.name in kept else each for each in graph.resources]
    assert told(hipaa.judge(replace(graph, resources=tuple(unkept)))) == {}


def test_rules_of_cost_are_told_what_the_stack_costs(cost: Engine) -> None:
    found = told(cost.judge(changed(recorded("dev"), CLUSTER, budget_usd_per_month=1)))
    assert found == {"cost-budget": [("mandatory", "rackguard-dev")]}


def test_a_stack_that_can_not_be_read_is_refused_in_words_that_tell_no_value(hipaa: Engine) -> None:
    hipaa.stub.ConfigureStack(analyzer_pb2.AnalyzerStackConfigureRequest())
    odd = analyzer_pb2.AnalyzerResource(urn=PASSWORD, type="t", name="n")
    with pytest.raises(grpc.RpcError) as refused:
        hipaa.stub.AnalyzeStack(analyzer_pb2.AnalyzeStackRequest(resources=[odd]))
    error: Any = refused.value
    assert error.code() is grpc.StatusCode.INTERNAL
    assert "rackguard-hipaa" in error.details()
    assert "the stack can't be judged: ValueError in stack_and_project" in error.details()
    assert PASSWORD not in error.details()
