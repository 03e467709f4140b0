"""AWS's policies of full access are attached to nobody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.role_permissions import is_full_access
from rackguard_policies.rule import Rule
from rackguard_policies.types import POLICY, POLICY_ATTACHMENT_LISTS, POLICY_ATTACHMENTS, ROLE
from rackguard_policies.vocabulary import every

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict

WANTED_OF = "is none of AWS's own policies of full access"
LISTS = {ROLE: "managedPolicyArns[*]", **dict.fromkeys(POLICY_ATTACHMENT_LISTS, "policyArns[*]")}


def _judge(subject: Subject) -> Iterator[Verdict]:
    place = every(LISTS.get(subject.resource.type, "policyArn")).fine_if_absent().proven_by(POLICY)
    yield from place.must(lambda arn: not is_full_access(arn), WANTED_OF)(subject)


RULE = Rule(
    id="iam-no-admin-attach",
    title="None of AWS's own policies that allow everything, or all of a service, is attached",
    severity="critical",
    why="AdministratorAccess on a node's role gives the account to whoever runs a job there.",
    fix="Attach an iam.Policy of your own, by policy_arn, with what is needed.",
    types=(*POLICY_ATTACHMENTS, *POLICY_ATTACHMENT_LISTS, ROLE),
    judge=_judge,
    before='RolePolicyAttachment("a", role=role.name, policy_arn="arn:aws:iam::aws:policy/AdministratorAccess")',
    after='RolePolicyAttachment("a", role=role.name, policy_arn=policy.arn)',
)
