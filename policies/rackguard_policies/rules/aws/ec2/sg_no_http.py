"""Nothing is served over plain HTTP."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.traffic import any_range, no_traffic, tcp_ports
from rackguard_policies.types import STATES_INGRESS

RULE = Rule(
    id="sg-no-http",
    title="No address range may reach port 80; a load balancer's group may",
    severity="medium",
    why="Plain HTTP shows tokens and data to whoever is on the way, and lets them change both.",
    fix="Serve HTTPS on 443 and take out the rule for port 80.",
    types=STATES_INGRESS,
    judge=no_traffic("ingress", any_range, tcp_ports((80, 80)), "lets no plain HTTP in"),
    before='SecurityGroupIngressRule("web", ip_protocol="tcp", from_port=80, to_port=80, cidr_ipv4="10.0.0.0/8")',
    after='SecurityGroupIngressRule("web", ip_protocol="tcp", from_port=443, to_port=443, cidr_ipv4="10.0.0.0/8")',
)
