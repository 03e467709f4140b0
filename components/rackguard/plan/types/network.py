"""Subnets, endpoints, security groups."""

from __future__ import annotations

from typing import Literal

from rackguard.plan.types.decision import Decision
from rackguard.plan.types.identity import Document, RolePlan
from rackguard.record import record


@record
class Subnet:
    """One subnet of a new VPC, or an existing one."""

    name: str
    zone_id: str
    role: Literal["nodes", "public"]
    cidr: str | None
    existing_id: str | None
    needed_addresses: int
    """Addresses used at most: interfaces, endpoints, NAT, file systems, a rolling replacement, and AWS's five."""
    available_addresses: int | None
    """Size of the range; None where an existing subnet's range isn't given."""
    nat_zone_id: str | None = None
    """Zone of the NAT gateway on its way out; None without NAT, for public subnets and for existing ones."""


@record
class Endpoint:
    """One VPC endpoint."""

    name: str
    service: str
    """Full service name: `com.amazonaws.us-east-2.s3`."""
    type: Literal["Gateway", "Interface"]
    policy_statements: tuple[Document, ...] = ()
    """Of its policy: who may do what through it; none where the service's endpoints take no policy."""


@record
class SecurityGroupRule:
    """One stand-alone rule, with exactly one source or destination."""

    name: str
    direction: Literal["ingress", "egress"]
    protocol: Literal["tcp", "udp", "icmp", "-1"]
    from_port: int | None
    to_port: int | None
    cidr: str | None = None
    group: str | None = None
    """Key of another security group of the plan, or the group's own key for a self rule."""
    prefix_list: str | None = None
    """Service name of a managed prefix list (S3's gateway endpoint)."""
    description: str = ""


@record
class SecurityGroup:
    """One security group; `key` is `nodes`, `login`, `lustre`, `efs`, `endpoints` or `connect`."""

    key: str
    name: str
    description: str
    rules: tuple[SecurityGroupRule, ...]


@record
class NetworkPlan:
    """VPC, subnets, ways out, endpoints, groups."""

    vpc_name: str
    cidr: str | None
    existing_vpc_id: str | None
    subnets: tuple[Subnet, ...]
    nat_zone_ids: tuple[str, ...]
    """Availability Zones with a NAT gateway; a Local Zone uses its parent's."""
    endpoints: tuple[Endpoint, ...]
    endpoint_zone_ids: tuple[str, ...]
    """Availability Zones with an interface of each interface endpoint; a Local Zone uses its parent's."""
    security_groups: tuple[SecurityGroup, ...]
    flow_log_group: str | None
    """None for an existing VPC, whose owner keeps its flow logs."""
    flow_log_role: RolePlan | None
    internet_gateway: bool
    fits: bool
    """False where the ranges are too small for what is needed, or have no place for a zone: then `subnets` is what
    could be laid out, each with what is needed and what there is."""
    decisions: tuple[Decision, ...]
