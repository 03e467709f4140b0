"""A VPC's range is one that a VPC may have."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, ranges_of_network
from rackguard.plan.validators.interface import Context, Found, Validator

_PEERED = "Give the range that the peered network has, or take it out."


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.private_range import DOCUMENTATION, RESERVED, enclosing

    network = context.stack.cluster.network
    # A range that goes beyond a reserved one is too large for a VPC, which has its own check.
    for path, cidr in ranges_of_network(network):
        if reserved := enclosing(cidr, RESERVED):
            yield found(path, f"is {cidr}, in {reserved}, which is kept for other purposes")
    for index, cidr in enumerate(network.peered_cidrs):
        path = ("network", "peered_cidrs", index)
        if reserved := enclosing(cidr, RESERVED):
            yield found(path, f"is {cidr}, in {reserved}, which is kept for other purposes", _PEERED)
        elif enclosing(cidr, DOCUMENTATION):
            yield found(path, f"is {cidr}, a range kept for examples", _PEERED)


VALIDATOR = Validator(
    id="network-range-reserved",
    level="error",
    summary="Neither a VPC's range nor a peered one is kept for loopback, link-local, multicast and the like.",
    why="AWS refuses it, or no machine could use the addresses (AWS VPC user guide, VPC CIDR blocks; IANA's registry).",
    hint="Use a private range: 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16.",
    check=_check,
)
