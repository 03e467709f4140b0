"""`rackguard completion`, and what it offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace


def run(given: Namespace) -> int:
    """Print the lines for a shell; returns the exit code."""
    from argcomplete.shell_integration import shellcode

    from rackguard.cli.screen import say

    say(shellcode(["rackguard"], shell=given.shell))
    return 0


def stacks_or_files(prefix: str) -> list[str]:
    """The project's stacks, and YAML files."""
    from argcomplete.completers import FilesCompleter

    from rackguard.cli.stacks import known_stacks

    return [*known_stacks(), *FilesCompleter(("yaml", "yml"))(prefix)]


def preflight_checks(_: str) -> list[str]:
    """The checks of an account."""
    from rackguard.account.preflight.registry import ALL

    return [check.id for check in ALL]


def ids(_: str) -> list[str]:
    """Everything that can be explained."""
    from rackguard.cli.explain import known_ids

    return known_ids()


def regions(_: str) -> list[str]:
    """The regions that offer GPUs."""
    from rackguard.catalog.catalog import load

    return [*load().regions()]
