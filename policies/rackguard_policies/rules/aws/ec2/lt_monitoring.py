"""Nodes of a launch template are measured every minute."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import LAUNCH_TEMPLATE
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="lt-monitoring",
    title="A launch template switches one-minute monitoring on",
    severity="low",
    why="With five-minute figures an alarm comes late, and a short fault isn't seen.",
    fix="Set monitoring.enabled=True.",
    types=(LAUNCH_TEMPLATE,),
    judge=every("monitoring.enabled").must_be_on(),
    before='LaunchTemplate("t", monitoring={"enabled": False})',
    after='LaunchTemplate("t", monitoring={"enabled": True})',
)
