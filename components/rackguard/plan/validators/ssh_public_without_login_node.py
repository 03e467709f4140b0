"""Public ranges lead to a login node."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.private_range import RESERVED, enclosing, is_private

    access = context.stack.cluster.access
    for index, cidr in enumerate(access.ssh_from):
        reached = is_private(cidr) or enclosing(cidr, RESERVED) or cidr.endswith("/0")
        if access.login_node is None and not reached:
            message = f"is {cidr}, a public range, but there is no login node, and nothing else is reached from outside"
            yield found(("access", "ssh_from", index), message)


VALIDATOR = Validator(
    id="ssh-public-without-login-node",
    level="error",
    summary="A public range under `ssh_from` is given only with a login node.",
    why="Nodes have no public address: from there nothing could be reached.",
    hint="Add `access.login_node`, or give private ranges (VPN, peering), or use the connect endpoint.",
    check=_check,
    rests_on=(("access", "login_node"),),
)
