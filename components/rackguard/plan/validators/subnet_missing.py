"""An existing VPC has a subnet in every zone that needs one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.plan.places import found, zones_named
from rackguard.plan.validators.interface import Context, Found, Validator

if TYPE_CHECKING:
    from rackguard.spec.cluster import Cluster
    from rackguard.spec.network import ExistingVpc
    from rackguard.spec.problem import Path


def _check(context: Context) -> Iterator[Found]:
    cluster = context.stack.cluster
    vpc = cluster.network.existing
    if vpc is None:
        return
    there = {(subnet.zone_id, subnet.public) for subnet in vpc.subnets}
    for path, zone in zones_named(cluster):
        for public in _wanted(path, zone, cluster):
            if (zone, public) not in there:
                kind = "public subnet" if public else "subnet for nodes"
                yield found(path, f"is {zone}, where the existing VPC {vpc.vpc_id} has no {kind}")
    yield from _connect_endpoint(cluster, vpc)


def _connect_endpoint(cluster: Cluster, vpc: ExistingVpc) -> Iterator[Found]:
    """Where a Local Zone's parent, which no key names, must have a subnet for it."""
    from rackguard.plan.access import connect_zone

    zone = connect_zone(cluster) if cluster.access.instance_connect_endpoint else None
    named = {named for path, named in zones_named(cluster) if path[0] != "network"}
    there = {subnet.zone_id for subnet in vpc.subnets if not subnet.public}
    if zone and zone not in named | there:
        message = f"is true, and the endpoint stands in {zone}, where the existing VPC {vpc.vpc_id} has no subnet"
        yield found(("access", "instance_connect_endpoint"), f"{message} for nodes")


def _wanted(path: Path, zone: str, cluster: Cluster) -> tuple[bool, ...]:
    """Which kinds of subnet are needed where a zone is named."""
    from rackguard.plan.access import connect_zone
    from rackguard.plan.private_range import is_private

    if path[0] == "network":
        return ()
    access = cluster.access
    public_login = path[0] == "access" and not all(is_private(cidr) for cidr in access.ssh_from)
    if not public_login:
        return (False,)
    # The connect endpoint may stand in the login node's zone, and never in a public subnet.
    return (True, False) if access.instance_connect_endpoint and connect_zone(cluster) == zone else (True,)


VALIDATOR = Validator(
    id="subnet-missing",
    level="error",
    summary="An existing VPC has a subnet in every zone with nodes, Lustre or the login node.",
    why="Nothing can be started in a zone without a subnet (AWS VPC user guide, subnets); of an existing VPC nothing is"
    " changed. A login node that public ranges may reach needs a public subnet.",
    hint="Add the subnet's id under `network.existing.subnets`, or choose another zone.",
    check=_check,
)
