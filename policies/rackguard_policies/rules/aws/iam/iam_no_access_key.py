"""There are no access keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.rule import Finding, Rule
from rackguard_policies.types import ACCESS_KEY

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(_: Subject) -> Iterator[Verdict]:
    yield Finding("", "isn't there: a role's credentials end by themselves", "an access key")


RULE = Rule(
    id="iam-no-access-key",
    title="There are no long-lived access keys",
    severity="critical",
    why="A key works until it is deleted, from anywhere, and its secret is in the state of the stack.",
    fix="Use roles: an instance profile for machines, federation for people and pipelines.",
    types=(ACCESS_KEY,),
    judge=_judge,
    before='AccessKey("ci", user=user.name)',
    after='Role("ci", assume_role_policy=trust_pipeline)',
)
