"""Instances are measured every minute."""

from __future__ import annotations

from rackguard_policies.launch_templates import left_to_template
from rackguard_policies.rule import Rule
from rackguard_policies.types import INSTANCES
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="ec2-detailed-monitoring",
    title="One-minute monitoring is on",
    severity="low",
    why="With five-minute figures an alarm comes late, and a short fault isn't seen.",
    fix="Set monitoring=True.",
    types=INSTANCES,
    judge=left_to_template(every("monitoring").must_be_on(), "monitoring", "lt-monitoring"),
    before='Instance("i", instance_type="m7i.large")',
    after='Instance("i", instance_type="m7i.large", monitoring=True)',
)
