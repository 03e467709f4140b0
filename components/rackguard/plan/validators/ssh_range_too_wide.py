"""Public ranges that may reach SSH are narrow."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

WIDEST_PUBLIC_PREFIX = 24


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.private_range import RESERVED, enclosing, is_private

    for index, cidr in enumerate(context.stack.cluster.access.ssh_from):
        # The whole Internet, and what nobody comes from, have their own checks.
        public = not is_private(cidr) and not enclosing(cidr, RESERVED)
        if public and 0 < int(cidr.partition("/")[2]) < WIDEST_PUBLIC_PREFIX:
            message = f"is {cidr}, a public range; allowed: public ranges of /{WIDEST_PUBLIC_PREFIX} or narrower"
            yield found(("access", "ssh_from", index), message)


VALIDATOR = Validator(
    id="ssh-range-too-wide",
    level="error",
    summary="A public range that may reach port 22 is /24 or narrower.",
    why="A wider one holds others' machines; two halves of the Internet (/1) are the Internet.",
    hint="Give the addresses that you come from (your office's, your VPN's), such as 198.51.100.7/32.",
    check=_check,
)
