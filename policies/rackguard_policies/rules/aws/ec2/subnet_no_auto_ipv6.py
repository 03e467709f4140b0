"""Subnets give no IPv6 addresses by themselves."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import SUBNETS
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="subnet-no-auto-ipv6",
    title="A subnet gives no machine an IPv6 address by itself",
    severity="medium",
    why="IPv6 addresses of a VPC are public as a rule: no NAT stands between them and the internet.",
    fix="Leave assign_ipv6_address_on_creation off.",
    types=SUBNETS,
    judge=every("assignIpv6AddressOnCreation").must_be_off(),
    before='Subnet("nodes", vpc_id=vpc.id, ipv6_cidr_block=cidr, assign_ipv6_address_on_creation=True)',
    after='Subnet("nodes", vpc_id=vpc.id, cidr_block="10.40.32.0/19")',
)
