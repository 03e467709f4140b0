"""Roles stay within the boundary of the account."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import NotApplicable, Parameter, Rule
from rackguard_policies.types import ROLE, USER
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    if not (boundary := subject.parameters["boundary"]):
        yield NotApplicable("no boundary is named for this account")
    else:
        yield from every("permissionsBoundary").must_be(boundary)(subject)


RULE = Rule(
    id="iam-boundary",
    title="A role carries the account's permissions boundary, where it has one",
    severity="medium",
    why="A boundary holds whatever a policy that is attached later allows.",
    fix="Set permissions_boundary to the ARN in the parameter boundary.",
    types=(ROLE, USER),
    judge=_judge,
    parameters={"boundary": Parameter("", {"type": "string"}, "ARN of the policy that bounds every role; empty: none")},
    before='Role("r", assume_role_policy=trust)',
    after='Role("r", assume_role_policy=trust, permissions_boundary=boundary)',
)
