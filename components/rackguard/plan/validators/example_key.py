"""No example key is used."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, public_keys
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    from rackguard.spec.ssh_key import is_example

    for path, _, key in public_keys(context.stack.cluster):
        if is_example(key):
            yield found(path, "is the examples' public key, with which nobody can log in")


VALIDATOR = Validator(
    id="example-key",
    level="warning",
    summary="Keys are people's own, not the one of the examples.",
    why="Nobody holds the private half of the examples' key: whoever has it can't log in. A deployment refuses it.",
    hint="Put your own public key in: the line of ~/.ssh/id_ed25519.pub.",
    check=_check,
)
