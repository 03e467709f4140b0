"""What rules say of themselves: what to set is named as the provider, Pulumi or the stack file has it."""

from __future__ import annotations

import re
from pathlib import Path

import pulumi_aws
import pytest

from rackguard_policies.framework import known, load
from rackguard_policies.registry import all_rules, by_id
from rackguard_policies.rule import Rule

PROVIDER = Path(pulumi_aws.__file__ or "").parent
OF_PULUMI = {"default_tags", "ignore_changes", "retain_on_delete"}
OF_THE_STACK_FILE = {"budget_usd_per_month", "usd_per_hour", "instance_type", "nodes"}
OF_TYPES = re.compile(r"\b(?:[a-z0-9]+\.)?((?:[A-Z][a-z0-9]+){2,})\b")
PROPERTY = re.compile(r"(?<![\w:])[a-z0-9]+(?:_[a-z0-9]+)+\b")
NOT_TYPES = {
    "AdministratorAccess": "a policy of AWS",
    "BucketOwnerEnforced": "a value",
    "CloudTrail": "a service",
    "CloudWatch": "a service",
    "CreateGrant": "an action",
    "EgressRule": "the end of a type's name",
    "NotAction": "a word of policies",
    "NumericLessThan": "a word of policies",
    "PutObject": "an action",
    "ResourceOptions": "of Pulumi",
    "SecureString": "a value",
    "StringEquals": "a word of policies",
}
RULES = [pytest.param(rule, id=rule.id) for rule in all_rules()]


@pytest.fixture(scope="module")
def provider() -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(PROVIDER.glob("*/*.py")))


@pytest.fixture(scope="module")
def properties(provider: str) -> set[str]:
    return set(re.findall(r"^    def ([a-z]\w+)\(self", provider, re.MULTILINE))


@pytest.fixture(scope="module")
def types(provider: str) -> set[str]:
    return set(re.findall(r"^class (\w+)\(pulumi\.CustomResource\)", provider, re.MULTILINE))


@pytest.mark.parametrize("rule", RULES)
def test_what_to_set_is_named_as_it_is(rule: Rule, properties: set[str]) -> None:
    named = set(PROPERTY.findall(rule.fix))
    assert named - properties - OF_PULUMI - OF_THE_STACK_FILE - rule.parameters.keys() == set()


@pytest.mark.parametrize("rule", RULES)
def test_what_to_declare_is_named_as_it_is(rule: Rule, types: set[str]) -> None:
    text = re.sub(r"\b[\w-]+:[\w:/-]+", "", rule.fix)
    assert set(OF_TYPES.findall(text)) - types - NOT_TYPES.keys() == set()


@pytest.mark.parametrize("rule", RULES)
def test_a_parameter_is_named_where_it_is_the_way_out(rule: Rule) -> None:
    """Where the text sends the reader to "the parameter", it says which, and the rule has it."""
    for found in re.findall(r"the parameters? (\w+)(?: and (\w+))?", rule.fix):
        assert {name for name in found if name} <= rule.parameters.keys()
    assert "rule's parameter" not in rule.fix


@pytest.mark.parametrize("rule", RULES)
def test_rules_that_are_named_exist(rule: Rule) -> None:
    named = re.findall(r"(?<!-)\b(?:iam|kms|sg|ec2|s3|stk|lt|trail)-[a-z-]+[a-z]\b", rule.fix)
    assert set(named) - by_id().keys() == set()


@pytest.mark.parametrize("name", known())
def test_nothing_claims_compliance(name: str) -> None:
    """Rules help to meet a control and give evidence; whether it is met is somebody's judgement."""
    framework = load(name)
    words = [framework.title, framework.source, *(f"{each.title} {each.reason}" for each in framework.controls)]
    words += [f"{rule.title} {rule.why} {rule.fix}" for rule in all_rules()]
    claims = [
        text for text in words if re.search(r"\b(compliant|complies|certified|guarantee[sd]?)\b", text, re.IGNORECASE)
    ]
    assert claims == []
