"""The zone of the only NAT gateway is one that the cluster uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.plan.places import found, listed, zones_used
from rackguard.plan.validators.interface import Context, Found, Validator

if TYPE_CHECKING:
    from rackguard.spec.problem import Path

_PATH: Path = ("network", "nat_zone_id")


def _check(context: Context) -> Iterator[Found]:
    network = context.stack.cluster.network
    zone = network.nat_zone_id
    if zone is None:
        return
    if network.existing:
        message = f"is {zone}, but in an existing VPC no NAT gateway is made"
        yield found(_PATH, message, "Leave it out.")
    elif network.nat != "one":
        message = f"is {zone}, but `network.nat` is {network.nat}; allowed: with `nat: one` alone"
        yield found(_PATH, message, "Leave it out, or say `nat: one`.")
    elif (allowed := _allowed(context)) and zone not in allowed:
        yield found(_PATH, f"is {zone}, where the cluster has nothing; allowed: {listed(allowed, 'or')}")


def _allowed(context: Context) -> tuple[str, ...]:
    """Zones that the cluster uses, a part alone those that it is given; none where nothing names one."""
    subnets = context.plan.network.subnets if context.plan else ()
    planned = {subnet.zone_id for subnet in subnets if subnet.role == "nodes" and subnet.zone_id.count("-") == 1}
    return tuple(sorted({*zones_used(context.stack.cluster), *planned}))


VALIDATOR = Validator(
    id="nat-zone",
    level="error",
    summary="The zone of the only NAT gateway is one that the cluster uses, and there is only one.",
    why="Elsewhere all traffic would cross zones, which is paid for, and a further zone could cut the nodes off. Local"
    " Zones use the NAT gateway of the zone that they hang on (AWS VPC user guide, NAT gateways).",
    hint="Name a zone of a pool, of the login node or of Lustre, or leave it out.",
    check=_check,
    rests_on=(("pools", "*"), ("storage", "*"), ("access", "login_node")),
)
