"""There is a way to log in."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    access = context.stack.cluster.access
    if not access.ssh_from and not access.instance_connect_endpoint:
        message = "is false, and `access.ssh_from` is empty: nobody can reach any node"
        yield found(("access", "instance_connect_endpoint"), message)


VALIDATOR = Validator(
    id="ssh-no-way-in",
    level="warning",
    summary="SSH is reached from a range, or through the connect endpoint.",
    why="Otherwise the nodes run and nobody can log in.",
    hint="Give a range under `ssh_from`, or leave the connect endpoint on.",
    check=_check,
)
