"""Remote Desktop isn't open to the world."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.traffic import no_traffic, tcp_ports, the_world
from rackguard_policies.types import STATES_INGRESS

RULE = Rule(
    id="sg-no-world-rdp",
    title="Remote Desktop isn't open to the whole internet",
    severity="critical",
    why="Remote Desktop is a favourite way in for ransomware, by guessed passwords and by flaws before any log-in.",
    fix="Take out the rule; where a desktop is needed, reach port 3389 through SSH.",
    types=STATES_INGRESS,
    judge=no_traffic(
        "ingress", the_world, tcp_ports((3389, 3389)), "lets no Remote Desktop in from the whole internet"
    ),
    before='SecurityGroupIngressRule("rdp", ip_protocol="tcp", from_port=3389, to_port=3389, cidr_ipv4="0.0.0.0/0")',
    after='SecurityGroupIngressRule("rdp", ip_protocol="tcp", from_port=3389, to_port=3389, cidr_ipv4="10.9.0.0/24")',
)
