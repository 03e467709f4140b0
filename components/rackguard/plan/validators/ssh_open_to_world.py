"""Nothing opens SSH to the world."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for index, cidr in enumerate(context.stack.cluster.access.ssh_from):
        if cidr.endswith("/0"):
            yield found(("access", "ssh_from", index), f"is {cidr}, the whole Internet; it is never allowed")


VALIDATOR = Validator(
    id="ssh-open-to-world",
    level="error",
    summary="Port 22 isn't open to the whole Internet.",
    why="Whoever finds the address may try keys, and flaws of the SSH server, at once"
    " (CIS AWS Foundations Benchmark, no ingress from 0.0.0.0/0 to port 22).",
    hint="Give your own range, or leave `ssh_from` out and use the connect endpoint, which asks for an IAM identity.",
    check=_check,
)
