"""Subnets give no public addresses."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import SUBNET
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="subnet-no-auto-public-ip",
    title="A subnet gives no machine a public IPv4 address by itself",
    severity="high",
    why="A node that starts with a public address is on the internet before anybody has looked at it.",
    fix="Leave map_public_ip_on_launch off; a machine that needs a public address says so itself.",
    types=(SUBNET,),
    judge=every("mapPublicIpOnLaunch").must_be_off(),
    before='Subnet("public", vpc_id=vpc.id, cidr_block="10.40.4.0/22", map_public_ip_on_launch=True)',
    after='Subnet("public", vpc_id=vpc.id, cidr_block="10.40.4.0/22", map_public_ip_on_launch=False)',
)
