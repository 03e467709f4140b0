"""Mount targets are in security groups of their own."""

from __future__ import annotations

from rackguard_policies.named_network import named
from rackguard_policies.rule import Rule
from rackguard_policies.types import DEFAULT_SECURITY_GROUP, MOUNT_TARGET

RULE = Rule(
    id="efs-mt-sg",
    title="A mount target names its security groups, none of them the VPC's default one",
    severity="high",
    why="Without a group of its own it is in the VPC's default group: whatever else is in there can mount the files.",
    fix="Set security_groups to a group that lets NFS (TCP 2049) in from the nodes.",
    types=(MOUNT_TARGET,),
    judge=named("securityGroups", DEFAULT_SECURITY_GROUP, instead=()),
    before='MountTarget("a", file_system_id=home.id, subnet_id=subnet.id)',
    after='MountTarget("a", file_system_id=home.id, subnet_id=subnet.id, security_groups=[group.id])',
)
