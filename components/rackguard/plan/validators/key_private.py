"""No private key is in the file."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, key_problems
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for path, problem in key_problems(context.stack.cluster):
        if problem.kind == "private-key":
            yield found(path, f"is {problem.message}", problem.hint)


VALIDATOR = Validator(
    id="key-private",
    level="error",
    summary="No private key stands where a public one belongs.",
    why="Whoever reads the file, or its history in git, could log in as that person.",
    hint="Make a new pair with `ssh-keygen -t ed25519`, and paste the line of its .pub file.",
    check=_check,
)
