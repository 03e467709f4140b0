"""Instances have a role."""

from __future__ import annotations

from rackguard_policies.launch_templates import left_to_template
from rackguard_policies.rule import Rule
from rackguard_policies.types import INSTANCES
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="ec2-instance-profile",
    title="An instance has an instance profile",
    severity="medium",
    why="Without a role, programs on it need static keys, which leak and don't expire.",
    fix="Set iam_instance_profile to a profile with the least that it needs.",
    types=INSTANCES,
    judge=left_to_template(every("iamInstanceProfile").must_be_set(), "iamInstanceProfile", "lt-instance-profile"),
    before='Instance("i", instance_type="m7i.large")',
    after='Instance("i", instance_type="m7i.large", iam_instance_profile=profile.name)',
)
