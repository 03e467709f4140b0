"""No network card of a launch template asks for a public address."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.types import LAUNCH_TEMPLATE
from rackguard_policies.vocabulary import every

RULE = Rule(
    id="lt-no-public-ip",
    title="No interface of a launch template asks for a public IPv4 address, on any network card",
    severity="high",
    why="One card with a public address is enough: the node can be reached from everywhere.",
    fix='Set associate_public_ip_address="false" on each interface that has an address.',
    types=(LAUNCH_TEMPLATE,),
    judge=every("networkInterfaces[*].associatePublicIpAddress").must_be_off(),
    before='LaunchTemplate("t", network_interfaces=[{"device_index": 0, "associate_public_ip_address": "true"}])',
    after='LaunchTemplate("t", network_interfaces=[{"device_index": 0, "associate_public_ip_address": "false"}])',
)
