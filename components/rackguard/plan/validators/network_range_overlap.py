"""The cluster's range doesn't overlap what is reached by peering."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.private_range import overlap

    network = context.stack.cluster.network
    vpc = network.cidr or (network.existing.cidr if network.existing else None)
    own = [vpc] if vpc else [subnet.cidr for subnet in network.existing.subnets] if network.existing else []
    for index, peered in enumerate(network.peered_cidrs):
        for cidr in own:
            if cidr and overlap(cidr, peered):
                yield found(("network", "peered_cidrs", index), f"is {peered}, which overlaps the cluster's {cidr}")


VALIDATOR = Validator(
    id="network-range-overlap",
    level="error",
    summary="The cluster's range and those reached by peering have no address in common.",
    why="AWS refuses a peering between overlapping ranges, and a route can lead to one of them only"
    " (AWS VPC peering guide, limitations).",
    hint="Choose another `cidr`.",
    check=_check,
)
