"""A VPC's range is private."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.private_range import DOCUMENTATION, RESERVED, enclosing, is_private, overlap

    cidr = context.stack.cluster.network.cidr
    if cidr and not is_private(cidr) and not any(overlap(cidr, reserved) for reserved in RESERVED):
        example = enclosing(cidr, DOCUMENTATION)
        what = "a range kept for examples" if example else "whose addresses belong to somebody on the Internet"
        yield found(("network", "cidr"), f"is {cidr}, {what}")


VALIDATOR = Validator(
    id="network-range-public",
    level="warning",
    summary="A new VPC has a private range.",
    why="The VPC's nodes can't reach the real owners of these addresses (AWS VPC user guide, VPC CIDR blocks).",
    hint="Use a range inside 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16.",
    check=_check,
)
