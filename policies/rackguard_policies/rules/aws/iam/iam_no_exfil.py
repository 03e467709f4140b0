"""Policies name the resources of data that they let read."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.statement_faults import bulk_reads, without
from rackguard_policies.types import POLICY

RULE = Rule(
    id="iam-no-exfil",
    title="A policy that lets data be read in bulk names which",
    severity="high",
    why="One stolen role then reads every bucket, parameter and secret of the account, other teams' included.",
    fix="Name buckets, parameters and secrets by ARN.",
    types=(POLICY,),
    judge=without(bulk_reads),
    before='Policy("p", policy=json.dumps(allow("s3:GetObject", "*")))',
    after='Policy("p", policy=json.dumps(allow("s3:GetObject", f"{bucket}/*")))',
)
