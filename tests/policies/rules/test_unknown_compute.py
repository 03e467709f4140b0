"""Machines, disks and groups of which nothing is known yet: no rule of them calls that compliant."""

from __future__ import annotations

from typing import Any

import pytest

from rackguard.catalog.catalog import load
from rackguard.graph.graph import Graph
from rackguard.graph.resource import UNKNOWN, Resource
from rackguard_policies.judge import judge
from rackguard_policies.outcome import Outcome
from rackguard_policies.registry import all_rules
from rackguard_policies.rule import Rule

COMPUTE = ("ec2-", "lt-", "asg-", "ebs-", "ami-", "eni-", "eip-", "keypair-", "stk-lt-")
RULES = [rule for rule in all_rules() if rule.id.startswith(COMPUTE)]
NOT_ASKED = {"ec2-tenancy"}
"""Rules that judge nothing until a parameter is given."""


class Unknowns(dict[str, Any]):
    """Inputs of which each is given and none is known."""

    def get(self, key: str, default: Any = None) -> Any:
        return UNKNOWN


@pytest.mark.parametrize("rule", RULES, ids=[rule.id for rule in RULES])
def test_what_is_unknown_is_found_or_unproven(rule: Rule) -> None:
    for type_ in rule.types:
        urn = f"urn:pulumi:s::p::{type_}::x"
        unknown = Resource(urn, type_, "x", parent=None, provider=None, custom=True, inputs=Unknowns())
        found = {each.outcome for each in judge(Graph("s", "p", (unknown,)), [rule], load())}
        assert found
        assert found <= ({Outcome.NOT_APPLICABLE} if rule.id in NOT_ASKED else {Outcome.UNPROVEN, Outcome.FINDING})
