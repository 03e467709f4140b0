"""SSH isn't open to the world."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.traffic import no_traffic, tcp_ports, the_world
from rackguard_policies.types import STATES_INGRESS

RULE = Rule(
    id="sg-no-world-ssh",
    title="SSH is open to networks that are named, never to the whole internet",
    severity="critical",
    why="Every public address is tried for SSH within minutes: one weak or leaked key and the cluster is theirs.",
    fix="Let port 22 in from your own networks, a login node's group or an Instance Connect Endpoint's group only.",
    types=STATES_INGRESS,
    judge=no_traffic("ingress", the_world, tcp_ports((22, 22)), "lets no SSH in from the whole internet"),
    before='SecurityGroupIngressRule("ssh", ip_protocol="tcp", from_port=22, to_port=22, cidr_ipv4="0.0.0.0/0")',
    after='SecurityGroupIngressRule("ssh", ip_protocol="tcp", from_port=22, to_port=22, cidr_ipv4="10.0.0.0/8")',
)
