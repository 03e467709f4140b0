"""Policies name the resources of what they let change."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.statement_faults import unscoped_writes, without
from rackguard_policies.types import POLICY

RULE = Rule(
    id="iam-write-scoped",
    title="A policy's statements that let something be changed name its resources, or narrow them by a condition",
    severity="high",
    why="A node that may end any instance or overwrite any parameter takes the other clusters of the account along.",
    fix="Name resources by ARN; where the action knows none, or they have no names yet, add a condition on "
    "aws:ResourceTag or aws:RequestTag.",
    types=(POLICY,),
    judge=without(unscoped_writes),
    before='Policy("p", policy=json.dumps(allow("ec2:TerminateInstances", "*")))',
    after='Policy("p", policy=json.dumps(allow("ec2:TerminateInstances", "*", tagged_as_cluster)))',
)
