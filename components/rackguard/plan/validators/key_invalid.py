"""Every key is a public SSH key that may be used."""

from __future__ import annotations

from collections.abc import Iterator

from rackguard.plan.places import found, key_problems
from rackguard.plan.validators.interface import Context, Found, Validator


def _check(context: Context) -> Iterator[Found]:
    for path, problem in key_problems(context.stack.cluster):
        # A private key has its own check.
        if problem.kind != "private-key":
            yield found(path, f"is {problem.message}; allowed: ed25519, or RSA of 3072 bits or more", problem.hint)


VALIDATOR = Validator(
    id="key-invalid",
    level="error",
    summary="Every key is a public SSH key: ed25519, or RSA of 3,072 bits or more.",
    why="Nodes refuse other keys, and their owner can't log in (OpenSSH manual, sshd_config; NIST SP 800-57).",
    hint="Paste the line of the .pub file that `ssh-keygen -t ed25519` made.",
    check=_check,
)
