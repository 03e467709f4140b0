"""Values that no provider takes, where rules of keys, buckets, IAM and messages look: never a rule's failure."""

from __future__ import annotations

from typing import Any

import pytest
from tests.policies.recorded import judged

from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN, Resource
from rackguard_policies.outcome import Outcome
from rackguard_policies.registry import all_rules
from rackguard_policies.rule import Rule

GROUPS = ("aws:kms/", "aws:s3/", "aws:iam/", "aws:sns/", "aws:sqs/", "aws:secretsmanager/", "aws:ssm/")
RULES = [rule for rule in all_rules() if rule.types and all(type_.startswith(GROUPS) for type_ in rule.types)]
KEYS = (
    "accessControlPolicy acl assumeRolePolicy bucket bypassPolicyLockoutSafetyCheck clientIdLists deletionWindowInDays"
    " enableKeyRotation forceDestroy granteePrincipal grants inlinePolicies insecureValue keyId kmsKeyId kmsMasterKeyId"
    " managedPolicyArns maxSessionDuration multiRegion name operations permissionsBoundary policy policyArn policyArns"
    " recoveryWindowInDays redriveAllowPolicy redrivePolicy rotationPeriodInDays rule rules sqsManagedSseEnabled tags"
    " enabled isEnabled logging loggings objectLockConfiguration replicationConfiguration replicationConfigurations"
    " serverSideEncryptionConfiguration serverSideEncryptionConfigurations targetBucket type value versioning"
    " versioningConfiguration versionings website websites"
)
STATEMENT = '{"Statement": [{"Effect": "Allow", "Action": [null, 1, {}], "Principal": {"AWS": null}, "Condition": 3}]}'
ODD: list[Any] = [
    [["nested"]],
    {"a": 1},
    [{"blockedEncryptionTypes": True, "expiration": 3, "abortIncompleteMultipartUpload": [], "policy": 5}],
    {"defaultRetention": {"days": "many", "years": []}, "classification": [], "Statement": [{"Effect": "Allow"}]},
    5,
    True,
    "",
    "[]",
    STATEMENT,
    [None],
]


def graph_of(rule: Rule, odd: Any) -> Graph:
    """One resource of each type of the rule, odd wherever a rule looks, and depending on itself."""
    made: list[Resource] = []
    for type_ in rule.types:
        urn = f"urn:pulumi:test::tests::{type_}::odd"
        keys = KEYS.split()
        depends: dict[str, tuple[str, ...]] = dict.fromkeys(keys, (urn,))
        inputs: dict[str, Any] = dict.fromkeys(keys, odd)
        made.append(Resource(urn, type_, "odd", None, None, custom=True, inputs=inputs, property_dependencies=depends))
    return Graph("test", "tests", tuple(made))


@pytest.mark.parametrize("odd", ODD, ids=repr)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_no_rule_fails(rule: Rule, odd: Any) -> None:
    found = judged(graph_of(rule, odd), rule.id)
    assert found
    assert [judgement.note for judgement in found if judgement.outcome is Outcome.ERRORED] == []


OTHERS_DECIDE = {"iam-boundary", "iam-no-user", "iam-no-access-key", "s3-object-lock", "stk-kms-key-sharing"}
"""What they say depends on a parameter, on a resource being there at all, or on others that depend on it."""
COUNTS = {"stk-s3-companions", "stk-s3-duplicate-companion", "stk-trail-covers-data"}
"""What they count are other resources."""


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.id not in OTHERS_DECIDE | COUNTS], ids=lambda r: r.id)
def test_what_is_unknown_is_never_compliant(rule: Rule) -> None:
    unknown = graph_of(rule, UNKNOWN).resources
    alone = [Graph("test", "tests", (Resource(**{**vars(one), "property_dependencies": {}}),)) for one in unknown]
    for graph in alone:
        outcomes = {judgement.outcome for judgement in judged(graph, rule.id)}
        assert outcomes & {Outcome.UNPROVEN, Outcome.FINDING}, graph.resources[0].type
