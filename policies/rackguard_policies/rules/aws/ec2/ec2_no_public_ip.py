"""Instances don't ask for public addresses."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import INSTANCES
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="ec2-no-public-ip",
    title="An instance asks for no public IPv4 address",
    severity="high",
    why="A public address lets everybody try the door; a rule of a group opened by mistake is then enough.",
    fix="Set associate_public_ip_address=False and reach it through a login node or an Instance Connect Endpoint.",
    types=INSTANCES,
    judge=every("associatePublicIpAddress").must_be_off(),
    before='Instance("i", associate_public_ip_address=True)',
    after='Instance("i", associate_public_ip_address=False)',
)
