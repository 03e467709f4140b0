"""Policies give no way to any other permission."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.iam_document import statements
from rackguard_policies.rule import Finding, Rule
from rackguard_policies.statement_faults import combination, escalation, without
from rackguard_policies.types import POLICY
from rackguard_policies.values import leaf
from rackguard_policies.vocabulary import both

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

WANTED_OF = "passes named roles only, or to a named service"


def _judge_together(subject: Subject) -> Iterator[Verdict]:
    place = leaf(subject.resource.inputs, "policy")
    found = statements(place) or ()
    together = combination(found)
    if together and not any(map(escalation, found)):
        yield Finding(place.path, WANTED_OF, together)


RULE = Rule(
    id="iam-no-escalation",
    title="A policy gives no way to other permissions: not by IAM itself, nor by any role passed to a service",
    severity="critical",
    why="Whoever may write policies, or start a machine with any role, has every permission there is.",
    fix="Pass named roles only, with a condition on iam:PassedToService; leave IAM to a stack of its own.",
    types=(POLICY,),
    judge=both(without(escalation), _judge_together),
    before='Policy("p", policy=json.dumps(allow(["iam:PassRole", "ec2:RunInstances"], "*")))',
    after='Policy("p", policy=json.dumps(allow("iam:PassRole", node_role.arn) + allow("ec2:RunInstances", subnet)))',
)
