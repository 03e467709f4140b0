"""Instances name their subnet."""

from __future__ import annotations

from rackguard_policies.launch_templates import with_template
from rackguard_policies.named_network import named
from rackguard_policies.rule import Rule
from rackguard_policies.types import DEFAULT_SUBNET, INSTANCES

RULE = Rule(
    id="ec2-in-vpc-subnet",
    title="An instance names its subnet, and not one of the default VPC",
    severity="medium",
    why="Without one it lands in the default VPC, whose subnets are public and hand out public addresses.",
    fix="Set subnet_id to a private subnet of the stack.",
    types=INSTANCES,
    judge=with_template(named("subnetId", DEFAULT_SUBNET), "subnetId", "networkInterfaces[*].subnetId"),
    before='Instance("i", instance_type="m7i.large")',
    after='Instance("i", instance_type="m7i.large", subnet_id=private.id)',
)
