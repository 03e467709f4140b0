"""Nodes reach the services of AWS that they need."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, listed
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    cluster = context.stack.cluster
    network = cluster.network
    if network.existing or network.nat != "none":
        return
    needed = {"ssm": "people and mounts", "logs": "records of log-ins"}
    if any(pool.nodes.max > 1 for pool in cluster.pools.values()):
        needed["ec2"] = "finding the other nodes of the pool"
    missing = [service for service in needed if service not in network.endpoints]
    if missing:
        words = listed(f"{service} ({needed[service]})" for service in missing)
        hint = f"Add {listed(missing)} to `network.endpoints`, or say `nat: one`."
        yield found(("network", "nat"), f"is none, and the endpoints don't include {words}", hint)


VALIDATOR = Validator(
    id="way-out-missing",
    level="error",
    summary="Nodes have a NAT gateway, or an endpoint for each service that they need.",
    why="Nodes have no public address. Without a way to Systems Manager they never learn who may log in, and nobody can"
    " (AWS VPC user guide, private subnets and endpoints).",
    hint="Add the endpoints, or a NAT gateway.",
    check=_check,
)
