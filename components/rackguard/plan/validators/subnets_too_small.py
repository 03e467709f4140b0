"""Every subnet has room for all interfaces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

if TYPE_CHECKING:
    from rackguard.plan.types import NetworkPlan
    from rackguard.spec.problem import Path


def _check(context: Context) -> Iterator[Found]:
    if context.plan is None or context.plan.network.fits:
        return
    planned = context.plan.network
    tight = False
    for subnet in planned.subnets:
        if subnet.available_addresses is not None and subnet.needed_addresses > subnet.available_addresses:
            tight = True
            cidr = subnet.cidr if subnet.existing_id else planned.cidr
            what = f"{'public subnet' if subnet.role == 'public' else 'subnet for nodes'} in {subnet.zone_id}"
            room = f"has {subnet.available_addresses} addresses, and {subnet.needed_addresses} are needed"
            message = f"is {cidr}: the {what} ({subnet.cidr}) {room}"
            yield found(_place(context, subnet.existing_id), message)
    if planned.cidr and not tight and _legal(planned):
        yield found(("network", "cidr"), f"is {planned.cidr}, which has no room for a subnet in each zone")


def _legal(planned: NetworkPlan) -> bool:
    """A VPC of no legal size has its own check."""
    return 16 <= int((planned.cidr or "").partition("/")[2] or 0) <= 28


def _place(context: Context, subnet_id: str | None) -> Path:
    vpc = context.stack.cluster.network.existing
    for index, subnet in enumerate(vpc.subnets if vpc else ()):
        if subnet.id == subnet_id:
            return ("network", "existing", "subnets", index, "cidr")
    return ("network", "cidr")


VALIDATOR = Validator(
    id="subnets-too-small",
    level="error",
    summary="Every subnet has an address for each interface of the nodes, endpoints and file systems in it.",
    why="Nodes beyond the last address never start. AWS keeps five addresses of each subnet, and a rolling replacement"
    " needs some more for a while (AWS VPC user guide, subnet sizing).",
    hint="Use a larger range: /16 has room for thousands of nodes in each zone. Or run fewer nodes.",
    check=_check,
)
