"""Policies allow no whole service."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.statement_faults import whole_service, without
from rackguard_policies.types import POLICY

RULE = Rule(
    id="iam-no-service-star",
    title="A policy has no statement that allows every action of a service",
    severity="high",
    why="A whole service holds what nobody thought of: deleting, sharing, changing the policies of what is stored.",
    fix="Name the actions that are needed.",
    types=(POLICY,),
    judge=without(whole_service),
    before='Policy("p", policy=json.dumps(allow("s3:*", f"{bucket}/*")))',
    after='Policy("p", policy=json.dumps(allow("s3:GetObject", f"{bucket}/*")))',
)
