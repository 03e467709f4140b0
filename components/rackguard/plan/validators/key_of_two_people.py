"""No two people share a key."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, public_keys
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.spec.ssh_key import is_example

    first: dict[str, str] = {}
    for path, user, key in public_keys(context.stack.cluster):
        owner = first.setdefault(key.fingerprint_sha256, user)
        # Several people of an example have the examples' key, which is warned of anyway.
        if owner != user and not is_example(key):
            yield found(path, f"is {user}'s and also {owner}'s ({key.fingerprint_sha256}); allowed: a key of their own")


VALIDATOR = Validator(
    id="key-of-two-people",
    level="error",
    summary="Every key belongs to one person.",
    why="A shared key is a shared account: nobody can tell who logged in, or revoke one of them"
    " (HIPAA 164.312(a)(2)(i), unique user identification).",
    hint="Ask each person for a key of their own.",
    check=_check,
)
