"""What is wrong with an option of the command."""

from __future__ import annotations

from rackguard.spec.problem import Problem


def refused_option(option: str, words: str, hint: str) -> Problem:
    """`refused_option("--account", "is needed with --write", …)`: what is wrong, and what to do."""
    return Problem("command-line", "error", (option,), f"{option} {words}", hint)
