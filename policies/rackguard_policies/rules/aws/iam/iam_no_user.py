"""People and machines have roles, not users."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, Rule
from rackguard_policies.types import USER

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(_: Subject) -> Iterator[Verdict]:
    yield Finding("", "isn't there: a role does it", "an IAM user")


RULE = Rule(
    id="iam-no-user",
    title="There are no IAM users",
    severity="high",
    why="A user's password and keys work from anywhere, and until somebody thinks of taking them away.",
    fix="Use roles: an instance profile for machines, federation for people and pipelines.",
    types=(USER,),
    judge=_judge,
    before='User("ci")',
    after='Role("ci", assume_role_policy=trust_pipeline)',
)
