"""There is one subnet a zone for nodes, and one public."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    vpc = context.stack.cluster.network.existing
    first: dict[tuple[str, bool], str] = {}
    for index, subnet in enumerate(vpc.subnets if vpc else ()):
        used = first.setdefault((subnet.zone_id, subnet.public), subnet.id)
        if used != subnet.id:
            kind = "public subnet" if subnet.public else "subnet for nodes"
            message = f"is {subnet.id}, a second {kind} in {subnet.zone_id}; {used} is used"
            yield found(("network", "existing", "subnets", index, "id"), message)


VALIDATOR = Validator(
    id="subnet-unused",
    level="warning",
    summary="Each zone has one existing subnet for nodes, and one public.",
    why="All interfaces of a node, and all nodes of an EFA pool, must be in one subnet (AWS EC2 user guide, Elastic"
    " Fabric Adapter): of several in a zone, the first is used.",
    hint="List the one first that nodes should use.",
    check=_check,
)
