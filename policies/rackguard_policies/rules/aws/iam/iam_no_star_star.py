"""Policies allow less than everything."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.statement_faults import everything, without
from rackguard_policies.types import POLICY

RULE = Rule(
    id="iam-no-star-star",
    title="A policy has no statement that allows every action on every resource",
    severity="critical",
    why="Whoever gets hold of such a role owns the account: data, keys, records and bill.",
    fix="Name the actions and resources that are needed; NotAction allows everything else.",
    types=(POLICY,),
    judge=without(everything),
    before='Policy("p", policy=json.dumps(allow("*", "*")))',
    after='Policy("p", policy=json.dumps(allow("s3:GetObject", f"{bucket}/*")))',
)
