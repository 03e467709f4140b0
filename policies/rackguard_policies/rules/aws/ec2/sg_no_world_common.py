"""Ports of administration and databases aren't open to the world."""

from __future__ import annotations

from rackguard_policies.rule import Rule
from rackguard_policies.traffic import Span, no_traffic, tcp_ports, the_world
from rackguard_policies.types import STATES_INGRESS

PORTS: tuple[Span, ...] = (
    (20, 21),  # FTP
    (23, 23),  # Telnet
    (135, 135),  # Windows RPC
    (139, 139),  # NetBIOS
    (445, 445),  # SMB
    (1433, 1434),  # SQL Server
    (1521, 1521),  # Oracle
    (2375, 2376),  # Docker
    (3306, 3306),  # MySQL
    (4333, 4333),  # mSQL
    (5432, 5432),  # PostgreSQL
    (5439, 5439),  # Redshift
    (5900, 5900),  # VNC
    (9200, 9200),  # Elasticsearch
    (11211, 11211),  # memcached
    (27017, 27017),  # MongoDB
)
"""But for SSH and Remote Desktop, which have rules of their own."""

RULE = Rule(
    id="sg-no-world-common",
    title="Ports of administration and databases aren't open to the whole internet",
    severity="critical",
    why="Databases and file shares that the internet reaches are found by scanners and read or encrypted by others.",
    fix="Name the groups or private ranges that use the service, and the one port that it has.",
    types=STATES_INGRESS,
    judge=no_traffic("ingress", the_world, tcp_ports(*PORTS), "lets no database or file share be reached by the world"),
    before='SecurityGroupIngressRule("db", ip_protocol="tcp", from_port=5432, to_port=5432, cidr_ipv4="0.0.0.0/0")',
    after='SecurityGroupIngressRule("db", ip_protocol="tcp", from_port=5432, to_port=5432, cidr_ipv4="10.1.0.0/24")',
)
