"""The VPC's default group lets nothing through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, NotApplicable, Rule, Unproven
from rackguard_policies.security_group_rules import DIRECTIONS, stated_by
from rackguard_policies.types import DEFAULT_SECURITY_GROUP, RULES_APART, SECURITY_GROUP, VPC
from rackguard_policies.undeclared_traffic import undeclared, unproven

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

WANTED = "leaves the default group without rules"


def _judge(subject: Subject) -> Iterator[Verdict]:
    if subject.resource.type in RULES_APART:
        yield from _apart(subject)
        return
    for rule in stated_by(subject.resource):
        perhaps_none = "[" not in rule.at and any(peer.kind == "unknown" for peer in rule.peers)
        yield Unproven(rule.at, WANTED) if perhaps_none else Finding(rule.at, WANTED)
    for direction in DIRECTIONS:
        for rule, peer in undeclared(subject, direction):
            yield unproven(rule, peer, WANTED)


def _apart(subject: Subject) -> Iterator[Verdict]:
    """A rule whose group is the default one: adopted, or named by `vpc.default_security_group_id`."""
    sources = subject.graph.sources(subject.resource, "securityGroupId", DEFAULT_SECURITY_GROUP, SECURITY_GROUP, VPC)
    if sources and all(source.type != SECURITY_GROUP for source in sources):
        yield Finding("securityGroupId", WANTED)
    else:
        yield NotApplicable("it is no rule of a default group")


RULE = Rule(
    id="sg-default-closed",
    title="A VPC's default security group has no rules",
    severity="high",
    why="Whatever is made without a group lands in the default one, whose members reach each other and the internet.",
    fix="Adopt it with ec2.DefaultSecurityGroup and give it no ingress and no egress.",
    types=(DEFAULT_SECURITY_GROUP, *RULES_APART),
    judge=_judge,
    before='DefaultSecurityGroup("default", vpc_id=vpc.id, ingress=[{"self": True, "protocol": "-1", ...}])',
    after='DefaultSecurityGroup("default", vpc_id=vpc.id, ingress=[], egress=[])',
)
