"""Names of private endpoints resolve."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import VPC
from rackguard_policies.vocabulary import both, every

RULE = Rule(
    id="vpc-dns",
    title="The VPC resolves names and gives its machines host names",
    severity="low",
    why="Without both, private names of endpoints don't resolve and traffic to AWS takes the way through the internet.",
    fix="Set enable_dns_support and enable_dns_hostnames to True (the second one is off by default).",
    types=(VPC,),
    judge=both(
        every("enableDnsSupport").fine_if_absent().must_be_on(),
        every("enableDnsHostnames").must_be_on(),
    ),
    before='Vpc("network", cidr_block="10.40.0.0/16")',
    after='Vpc("network", cidr_block="10.40.0.0/16", enable_dns_support=True, enable_dns_hostnames=True)',
)
