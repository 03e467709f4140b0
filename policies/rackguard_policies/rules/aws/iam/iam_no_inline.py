"""Policies are managed, not written into roles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, Rule
from rackguard_policies.types import INLINE_POLICIES, ROLE
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

WANTED_OF = "is left out: the policy is one of its own, and attached"


def _judge(subject: Subject) -> Iterator[Verdict]:
    if subject.resource.type in INLINE_POLICIES:
        yield Finding("", WANTED_OF, "an inline policy")
    else:
        # A block without a policy takes away what somebody wrote into the role by hand.
        place = every("inlinePolicies[*].policy").fine_if_absent()
        yield from place.must(lambda value: value == "", WANTED_OF)(subject)


RULE = Rule(
    id="iam-no-inline",
    title="Roles, users and groups have no inline policies",
    severity="low",
    why="An inline policy can't be found, reviewed, versioned or reused apart from whom it is written into.",
    fix="Make a Policy, and attach it.",
    types=(ROLE, *INLINE_POLICIES),
    judge=_judge,
    before='RolePolicy("p", role=role.id, policy=document)',
    after='RolePolicyAttachment("p", role=role.name, policy_arn=Policy("p", policy=document).arn)',
)
