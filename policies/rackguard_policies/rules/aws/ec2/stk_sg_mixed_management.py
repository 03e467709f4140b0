"""A group's rules are declared in one way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, Rule
from rackguard_policies.security_group_rules import DIRECTIONS, stated_by
from rackguard_policies.types import DEFAULT_SECURITY_GROUP, RULES_APART, SECURITY_GROUP
from rackguard_policies.values import leaf

if TYPE_CHECKING:
    from rackguard.graph.resource import Resource
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    group = subject.resource
    for direction in DIRECTIONS:
        apart = [rule for rule in _apart(subject) if any(stated_by(rule, direction))]
        if apart and not leaf(group.inputs, direction).absent:
            names = ", ".join(rule.name for rule in apart)
            yield Finding(direction, f"is left out, as other resources are its rules: {names}")


def _apart(subject: Subject) -> list[Resource]:
    urn = subject.resource.urn
    found = subject.graph.dependents(urn, *RULES_APART)
    return [rule for rule in found if urn in rule.property_dependencies.get("securityGroupId", ())]


RULE = Rule(
    id="stk-sg-mixed-management",
    title="A security group's rules are inline or resources of their own, not both",
    severity="medium",
    why="The inline list takes out what isn't in it: rules come and go with every deployment, and nobody sees which.",
    fix="Move the inline rules into resources of their own (vpc.SecurityGroupIngressRule and EgressRule).",
    types=(SECURITY_GROUP, DEFAULT_SECURITY_GROUP),
    judge=_judge,
    before='SecurityGroup("nodes", ingress=[ssh]); SecurityGroupIngressRule("nfs", security_group_id=nodes.id)',
    after='SecurityGroup("nodes"); SecurityGroupIngressRule("ssh", security_group_id=nodes.id)',
)
