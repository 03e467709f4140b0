"""Policies let nobody end the records."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.statement_faults import trail_control, without
from rackguard_policies.types import POLICY

RULE = Rule(
    id="iam-no-trail-control",
    title="A policy lets nobody stop, change or delete what records actions, configuration, threats and traffic",
    severity="high",
    why="The first step of somebody who broke in is to end the records.",
    fix="Leave these actions to a role of the security team, in a stack of its own.",
    types=(POLICY,),
    judge=without(trail_control),
    before='Policy("p", policy=json.dumps(allow("cloudtrail:StopLogging", trail)))',
    after='Policy("p", policy=json.dumps(allow("cloudtrail:GetTrailStatus", trail)))',
)
