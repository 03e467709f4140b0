"""What was decided about the network, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rackguard.catalog.zones import availability_zone, is_local
from rackguard.plan.types import Decision, SecurityGroup, Subnet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rackguard.spec.stack import Stack

_SUBJECT = "network"
_LOCAL_ZONES = "AWS Local Zones user guide, 2026"


def network_decisions(
    stack: Stack,
    subnets: Sequence[Subnet],
    nat_zones: Sequence[str],
    groups: Sequence[SecurityGroup],
    *,
    efa: bool,
) -> Iterator[Decision]:
    """Every decision about the network that isn't simply what was declared."""
    declared = stack.cluster.network
    if declared.existing:
        yield from _existing(subnets)
    else:
        yield from _new(stack, subnets, nat_zones)
    yield from _local_zones(subnets)
    yield from _groups(groups, efa=efa)


def _existing(subnets: Sequence[Subnet]) -> Iterator[Decision]:
    chosen = ", ".join(f"{subnet.existing_id} ({subnet.zone_id})" for subnet in subnets)
    reason = (
        "The first subnet of each zone is used: for nodes one that isn't public, since nodes have no public address."
    )
    yield Decision("subnets", _SUBJECT, chosen or "none", reason)
    reason = "Nothing of an existing VPC is changed: routes, NAT, endpoints and flow logs stay its owner's."
    yield Decision("existing-vpc", _SUBJECT, "used as it is", reason)


def _new(stack: Stack, subnets: Sequence[Subnet], nat_zones: Sequence[str]) -> Iterator[Decision]:
    nodes = ", ".join(f"{subnet.cidr} ({subnet.zone_id})" for subnet in subnets if subnet.role == "nodes")
    reason = (
        "Each zone has a fixed slot of the VPC by its number, so that neither more nodes nor a new zone moves a subnet;"
        " all interfaces of a node are in one subnet."
    )
    yield Decision("subnets", _SUBJECT, nodes or "none", reason, "AWS VPC user guide, subnet sizing, 2026")
    if stack.cluster.network.nat == "one" and nat_zones:
        yield _nat(nat_zones[0], chosen=stack.cluster.network.nat_zone_id is not None)
    if "s3" not in stack.cluster.network.endpoints:
        reason = "The S3 gateway endpoint is always there: it costs nothing, and data don't go through the NAT gateway."
        yield Decision("endpoints", _SUBJECT, "s3 added", reason, "AWS VPC user guide, gateway endpoints, 2026")
    reason = "Every connection of the VPC is recorded, with the cluster's key and retention."
    yield Decision("flow-logs", _SUBJECT, "on", reason)


def _nat(zone_id: str, *, chosen: bool) -> Decision:
    where = "as declared" if chosen else "in the first zone of the pool whose name comes first"
    keep = "" if chosen else " With a pool whose name comes earlier it moves: `network.nat_zone_id` keeps it in place."
    reason = f"One NAT gateway, {where}; other zones pay for traffic to it and depend on it.{keep}"
    return Decision("nat", _SUBJECT, zone_id, reason)


def _local_zones(subnets: Sequence[Subnet]) -> Iterator[Decision]:
    for zone in dict.fromkeys(subnet.zone_id for subnet in subnets if is_local(subnet.zone_id)):
        reason = (
            f"{zone} is a Local Zone, where few services are: NAT, VPC endpoints and the connect endpoint stand in the"
            " Availability Zone that it hangs on, and traffic to them crosses zones."
        )
        yield Decision("local-zone", _SUBJECT, f"{zone} through {availability_zone(zone)}", reason, _LOCAL_ZONES)


def _groups(groups: Sequence[SecurityGroup], *, efa: bool) -> Iterator[Decision]:
    if efa:
        reason = (
            "EFA needs a group that lets everything in from and out to itself; all nodes share one such group,"
            " so that none is attached that lacks the rules."
        )
        yield Decision("efa-group", _SUBJECT, "nodes", reason, "AWS EC2 user guide, Elastic Fabric Adapter, 2026")
    if any(rule.to_port == 80 for group in groups for rule in group.rules):
        reason = "Ubuntu's package mirrors speak HTTP (packages are signed); everything else goes out by HTTPS alone."
        yield Decision("http", _SUBJECT, "port 80 outwards", reason)
