"""Groups and their rules say what they are for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, Rule, Unproven
from rackguard_policies.security_group_rules import stated_by
from rackguard_policies.types import RULES_APART, SECURITY_GROUP
from rackguard_policies.values import Leaf, leaf, seen

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

DEFAULT = "Managed by Pulumi"
WANTED = "says what it is for"


def _judge(subject: Subject) -> Iterator[Verdict]:
    descriptions = [rule.description for rule in stated_by(subject.resource)]
    if subject.resource.type == SECURITY_GROUP:
        descriptions.insert(0, leaf(subject.resource.inputs, "description"))
    for found in descriptions:
        yield from _said(found)


def _said(found: Leaf) -> Iterator[Verdict]:
    if found.unknown:
        yield Unproven(found.path, WANTED)
    elif found.absent or not str(found.value).strip() or found.value == DEFAULT:
        yield Finding(found.path, WANTED, seen(found.value))


RULE = Rule(
    id="sg-described",
    title="Every security group and every rule of one says what it is for",
    severity="low",
    why="Nobody dares to take out a rule whose reason is forgotten, and a review can't tell right from wrong.",
    fix="Give the group and each of its rules a description: who talks to whom, and why.",
    types=(SECURITY_GROUP, *RULES_APART),
    judge=_judge,
    before='SecurityGroup("nodes", vpc_id=vpc.id)',
    after='SecurityGroup("nodes", vpc_id=vpc.id, description="GPU nodes: EFA and SSH between them")',
)
