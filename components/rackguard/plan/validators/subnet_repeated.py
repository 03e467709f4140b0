"""Every existing subnet is listed once."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    vpc = context.stack.cluster.network.existing
    seen: set[str] = set()
    for index, subnet in enumerate(vpc.subnets if vpc else ()):
        if subnet.id in seen:
            yield found(("network", "existing", "subnets", index, "id"), f"is {subnet.id}, which is listed already")
        seen.add(subnet.id)


VALIDATOR = Validator(
    id="subnet-repeated",
    level="error",
    summary="Every existing subnet is listed once.",
    why="A subnet is in one zone, and public or not (AWS VPC user guide, subnets); two entries contradict each other.",
    hint="Take one of the entries out.",
    check=_check,
)
