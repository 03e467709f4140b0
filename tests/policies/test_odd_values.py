"""Values that no provider takes, where groups and subnets are named: unproven or a finding, never a rule's failure."""

from __future__ import annotations

from typing import Any

import pytest
from tests.policies.recorded import judged

from rackguard.graph.graph import Graph
from rackguard.graph.resource import Resource
from rackguard_policies.outcome import Outcome
from rackguard_policies.types import INGRESS_RULE, INSTANCE, LUSTRE, SECURITY_GROUP

ODD: list[Any] = [[["nested"]], {"a": 1}, [{"a": []}], 5, True, "", [None]]


def resource(type_: str, name: str, **inputs: Any) -> Resource:
    urn = f"urn:pulumi:test::tests::{type_}::{name}"
    depends: dict[str, tuple[str, ...]] = dict.fromkeys(inputs, (f"urn:pulumi:test::tests::{SECURITY_GROUP}::group",))
    return Resource(urn, type_, name, None, None, custom=True, inputs=inputs, property_dependencies=depends)


@pytest.mark.parametrize("odd", ODD, ids=repr)
@pytest.mark.parametrize(
    "rule",
    ["stk-sg-effective", "sg-efa-self", "stk-fsx-sg-scope", "stk-compute-private-subnet", "stk-public-ip-effective"],
)
def test_no_rule_fails(rule: str, odd: Any) -> None:
    resources = (
        resource(SECURITY_GROUP, "group", ingress=odd, egress=[{"protocol": odd, "securityGroups": odd}]),
        resource(INGRESS_RULE, "rule", securityGroupId=odd, referencedSecurityGroupId=odd, ipProtocol="-1"),
        resource(INSTANCE, "node", vpcSecurityGroupIds=odd, subnetId=odd),
        resource(LUSTRE, "store", securityGroupIds=odd, subnetIds=odd, efaEnabled=True),
    )
    found = judged(Graph("test", "tests", resources), rule)
    assert found
    assert [judgement.note for judgement in found if judgement.outcome is Outcome.ERRORED] == []
