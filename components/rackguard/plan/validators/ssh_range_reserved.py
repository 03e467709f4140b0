"""People come from the ranges that may reach SSH."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.private_range import RESERVED, enclosing

    for index, cidr in enumerate(context.stack.cluster.access.ssh_from):
        if reserved := enclosing(cidr, RESERVED):
            message = f"is {cidr}, in {reserved}, which is kept for other purposes: nobody comes from there"
            yield found(("access", "ssh_from", index), message)


VALIDATOR = Validator(
    id="ssh-range-reserved",
    level="error",
    summary="No range that may reach port 22 is kept for loopback, link-local, multicast and the like.",
    why="No packet from such an address arrives, so the range lets nobody in (IANA's registry of special-purpose"
    " addresses); it is taken for a slip.",
    hint="Give the addresses that you come from: your office's, your VPN's.",
    check=_check,
)
