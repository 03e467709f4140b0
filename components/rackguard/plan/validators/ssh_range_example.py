"""No range that may reach SSH is an example's."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.private_range import DOCUMENTATION, enclosing

    for index, cidr in enumerate(context.stack.cluster.access.ssh_from):
        if enclosing(cidr, DOCUMENTATION):
            yield found(("access", "ssh_from", index), f"is {cidr}, a range kept for examples: nobody comes from there")


VALIDATOR = Validator(
    id="ssh-range-example",
    level="warning",
    summary="No range that may reach port 22 is one that is kept for examples.",
    why="These ranges are in documents only (RFC 5737), so nobody could log in from them.",
    hint="Give the addresses that you come from: your office's, your VPN's.",
    check=_check,
)
