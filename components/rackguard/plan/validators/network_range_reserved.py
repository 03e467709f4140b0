"""A VPC's range is one that a VPC may have."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, ranges_of_network
from rackguard.plan.validators.interface import Context, Found, Validator

RESERVED = ("0.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "224.0.0.0/4", "240.0.0.0/4")


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.private_range import overlap

    for path, cidr in ranges_of_network(context.stack.cluster.network):
        for reserved in RESERVED:
            if overlap(cidr, reserved):
                yield found(path, f"is {cidr}, in {reserved}, which is kept for other purposes")


VALIDATOR = Validator(
    id="network-range-reserved",
    level="error",
    summary="A VPC's range is outside of what is kept for loopback, link-local, multicast and the like.",
    why="AWS refuses it, or no machine could use the addresses (AWS VPC user guide, VPC CIDR blocks; IANA's registry).",
    hint="Use a private range: 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16.",
    check=_check,
)
