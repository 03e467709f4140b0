"""Ways out are listed."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.traffic import every_port, no_traffic, the_world
from rackguard_policies.types import STATES_EGRESS

RULE = Rule(
    id="sg-egress-limited",
    title="Ways out are listed by port, not all of them to everywhere",
    severity="medium",
    why="A machine that may send anything anywhere sends stolen data anywhere, over any protocol.",
    fix="List what leaves: HTTPS (443) and what else the nodes need. EFA's self rule is another rule and stays.",
    types=STATES_EGRESS,
    judge=no_traffic("egress", the_world, every_port, "lists the ports that may be reached"),
    before='SecurityGroupEgressRule("out", ip_protocol="-1", cidr_ipv4="0.0.0.0/0")',
    after='SecurityGroupEgressRule("out", ip_protocol="tcp", from_port=443, to_port=443, cidr_ipv4="0.0.0.0/0")',
)
