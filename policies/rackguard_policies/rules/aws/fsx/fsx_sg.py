"""Lustre is in security groups of its own."""

from __future__ import annotations

from rackguard_policies.named_network import named
from rackguard_policies.rule import Rule
from rackguard_policies.types import DEFAULT_SECURITY_GROUP, LUSTRE

RULE = Rule(
    id="fsx-sg",
    title="A Lustre file system names its security groups, none of them the VPC's default one",
    severity="high",
    why="Lustre asks no client who it is: in the VPC's default group, whatever else is in there can mount it.",
    fix="Set security_group_ids to a group that lets Lustre's ports in from the nodes.",
    types=(LUSTRE,),
    judge=named("securityGroupIds", DEFAULT_SECURITY_GROUP, instead=()),
    before='LustreFileSystem("scratch", subnet_ids=subnet.id)',
    after='LustreFileSystem("scratch", subnet_ids=subnet.id, security_group_ids=[group.id])',
)
