"""Inline policies are held to the same as others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard_policies.iam_document import faults, statements
from rackguard_policies.rule import Rule, Unproven
from rackguard_policies.statement_faults import FAULTS
from rackguard_policies.types import INLINE_POLICIES, ROLE
from rackguard_policies.values import leaves

if TYPE_CHECKING:
    from rackguard_policies.rule import Subject, Verdict


def _judge(subject: Subject) -> Iterator[Verdict]:
    path = "inlinePolicies[*].policy" if subject.resource.type == ROLE else "policy"
    for place in leaves(subject.resource.inputs, path):
        if not place.absent and statements(place) is None:
            yield Unproven(place.path, "grants only what is needed")
            continue
        for wanted, fault in FAULTS.items():
            yield from faults(place, fault, wanted)


RULE = Rule(
    id="iam-rolepolicy-same",
    title="The statements of inline policies are held to what managed policies are held to",
    severity="critical",
    why="A policy written into a role, user or group grants the same as one attached to it, and is seen by fewer.",
    fix="Name actions and resources in each statement: what is wrong is what iam-no-star-star, "
    "iam-no-service-star, iam-no-escalation, iam-write-scoped, iam-kms-scoped or iam-no-exfil say of a managed "
    "policy.",
    types=(*INLINE_POLICIES, ROLE),
    judge=_judge,
    before='RolePolicy("p", role=role.id, policy=json.dumps(allow("*", "*")))',
    after='RolePolicy("p", role=role.id, policy=json.dumps(allow("s3:GetObject", f"{bucket}/*")))',
)
