"""A VPC's and a subnet's range are as large as AWS allows."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, ranges_of_network
from rackguard.plan.validators.interface import Context, Found, Validator

LARGEST = 16
SMALLEST = 28


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.private_range import RESERVED, enclosing

    for path, cidr in ranges_of_network(context.stack.cluster.network):
        prefix = int(cidr.partition("/")[2])
        # A range that no VPC may have has its own check.
        if not LARGEST <= prefix <= SMALLEST and not enclosing(cidr, RESERVED):
            yield found(path, f"is {cidr}; allowed: a range of /{LARGEST} to /{SMALLEST}")


VALIDATOR = Validator(
    id="network-range-size",
    level="error",
    summary="A VPC's range, and a subnet's, is /16 to /28.",
    why="AWS has no other sizes (AWS VPC user guide, VPC CIDR blocks).",
    hint="Choose a range of such a size; /16 leaves room for everything.",
    check=_check,
)
