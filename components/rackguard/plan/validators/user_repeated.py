"""Every person has an account name of their own."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    seen: set[str] = set()
    for index, user in enumerate(context.stack.cluster.access.users):
        if user.name in seen:
            yield found(("access", "users", index, "name"), f"is {user.name}, which is somebody's name already")
        seen.add(user.name)


VALIDATOR = Validator(
    id="user-repeated",
    level="error",
    summary="Every person has an account name of their own.",
    why="Two people in one account can't be told apart (HIPAA 164.312(a)(2)(i), unique user identification), and of two"
    " entries only one would reach the nodes.",
    hint="Give the second person another name; or put all keys of one person under one entry.",
    check=_check,
)
