"""Every person has an account number of their own."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.access import uid_of

    first: dict[int, str] = {}
    for index, user in enumerate(context.stack.cluster.access.users):
        uid = uid_of(user.name) if user.uid is None else user.uid
        owner = first.setdefault(uid, user.name)
        # Two people of one name have their own check.
        if owner != user.name:
            given = user.uid is not None
            message = (
                f"is {uid}, {owner}'s already" if given else f"gives {user.name} the number {uid}, {owner}'s already"
            )
            yield found(("access", "users", index, "uid" if given else "name"), message)


VALIDATOR = Validator(
    id="user-id-taken",
    level="error",
    summary="Every person has an account number of their own.",
    why="Files belong to numbers, not names: two people with one number read and change each other's files.",
    hint="Give the second person a `uid` of their own (10000 to 59999).",
    check=_check,
)
