"""The boot script of every node fits in what EC2 takes."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator

MOST_BYTES = 16384


def _check(context: Context) -> Iterator[Found]:
    if context.plan is None:
        return
    for pool in context.plan.pools:
        if pool.user_data.size_bytes > MOST_BYTES:
            own = context.stack.cluster.pools[pool.name].user_data
            path = ("pools", pool.name, "user_data") if own else ("pools", pool.name)
            yield found(path, f"makes the boot script {_words(pool.user_data.size_bytes)}")
    login = context.plan.access.login_node
    if login and login.user_data.size_bytes > MOST_BYTES:
        yield found(("access", "login_node"), f"makes the boot script {_words(login.user_data.size_bytes)}")


def _words(size: int) -> str:
    return f"{size} bytes long, compressed; allowed: {MOST_BYTES}"


VALIDATOR = Validator(
    id="user-data-size",
    level="error",
    summary="The boot script of every node is at most 16,384 bytes long, compressed.",
    why="EC2 takes no more (AWS EC2 user guide, instance user data, 2026).",
    hint="Put your own script in a bucket or an image, and let `user_data` fetch and run it.",
    check=_check,
)
