"""Instances name their security groups."""

from __future__ import annotations

from rackguard_policies.launch_templates import left_to_template
from rackguard_policies.named_network import INTERFACES, named
from rackguard_policies.rule import Rule
from rackguard_policies.types import DEFAULT_SECURITY_GROUP, INSTANCES

RULE = Rule(
    id="ec2-explicit-sg",
    title="An instance names its security groups, and not a VPC's default one",
    severity="high",
    why="Without one it joins the VPC's default group, whose members all reach each other.",
    fix="Set vpc_security_group_ids to groups of the stack.",
    types=INSTANCES,
    judge=left_to_template(
        named("vpcSecurityGroupIds", DEFAULT_SECURITY_GROUP, ("securityGroups", *INTERFACES)),
        "vpcSecurityGroupIds",
        "lt-nic-sg",
    ),
    before='Instance("i", subnet_id=private.id)',
    after='Instance("i", subnet_id=private.id, vpc_security_group_ids=[nodes.id])',
)
