"""Existing subnets are inside their VPC's range."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.private_range import inside

    vpc = context.stack.cluster.network.existing
    for index, subnet in enumerate(vpc.subnets if vpc else ()):
        if vpc and vpc.cidr and subnet.cidr and not inside(subnet.cidr, vpc.cidr):
            path = ("network", "existing", "subnets", index, "cidr")
            yield found(path, f"is {subnet.cidr}; allowed: a range inside the VPC's {vpc.cidr}")


VALIDATOR = Validator(
    id="subnet-outside-vpc",
    level="error",
    summary="Existing subnets are inside the range of their VPC.",
    why="A subnet is always a part of its VPC (AWS VPC user guide, subnets), so one of the two ranges is mistyped.",
    hint="Copy both from the account; where the VPC has several ranges, leave `existing.cidr` out.",
    check=_check,
)
