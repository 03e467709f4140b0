"""A person's keys are listed once each."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, public_keys
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    seen: set[tuple[object, str]] = set()
    for path, user, key in public_keys(context.stack.cluster):
        # By the person's place: two people of one name have their own check.
        mark = (path[:3], key.fingerprint_sha256)
        if mark in seen:
            yield found(path, f"is a key of {user} that is listed already ({key.fingerprint_sha256})")
        seen.add(mark)


VALIDATOR = Validator(
    id="key-repeated",
    level="warning",
    summary="Every key of a person is listed once.",
    why="Whoever revokes the key may take only one of the lines out, and the key goes on working.",
    hint="Take the second one out.",
    check=_check,
)
