"""A person's keys fit in one parameter."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.plan.access import STANDARD_PARAMETER_BYTES, value_bytes

    for index, user in enumerate(context.plan.access.users if context.plan else ()):
        size = value_bytes(user)
        if size > STANDARD_PARAMETER_BYTES:
            message = f"make {user.user}'s parameter {size} bytes long; allowed: {STANDARD_PARAMETER_BYTES}"
            yield found(("access", "users", index, "keys"), message)


VALIDATOR = Validator(
    id="user-parameter-size",
    level="error",
    summary="A person's name, keys and rights fit in 4,096 bytes.",
    why="Each person is one standard parameter, and no longer one is accepted"
    " (AWS Systems Manager user guide, parameter tiers, 2026).",
    hint="List fewer keys, or ed25519 keys: an RSA key is five times as long.",
    check=_check,
)
