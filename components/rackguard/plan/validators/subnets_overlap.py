"""Existing subnets don't overlap."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.private_range import overlap

    vpc = context.stack.cluster.network.existing
    subnets = vpc.subnets if vpc else ()
    for index, subnet in enumerate(subnets):
        for other in subnets[:index]:
            if subnet.cidr and other.cidr and subnet.id != other.id and overlap(subnet.cidr, other.cidr):
                path = ("network", "existing", "subnets", index, "cidr")
                yield found(path, f"is {subnet.cidr}, which overlaps {other.id}'s {other.cidr}")


VALIDATOR = Validator(
    id="subnets-overlap",
    level="error",
    summary="Existing subnets have no address in common.",
    why="Subnets of a VPC never overlap (AWS VPC user guide, subnets), so one of the ranges is mistyped.",
    hint="Copy the ranges from the account.",
    check=_check,
)
