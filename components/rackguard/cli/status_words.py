"""The words of `rackguard status`."""

from __future__ import annotations

from rackguard.cli.command import FORMATS, Commands, command_of, formats, one_stack
from rackguard.cli.parser import Parser


def add_status(commands: Commands[Parser]) -> None:
    """`rackguard status [STACK]`."""
    words = "ask the account how a stack fares: nodes, why some are missing, cost this month"
    details = "It changes nothing. It fails where a pool has fewer nodes in service than it wants, or its starts fail."
    command = command_of(commands, "status", words, "status", details)
    one_stack(command)
    formats(command, *FORMATS)
    command.add_argument(
        "--at",
        metavar="TIME",
        help="as of this time instead of now (2026-12-01T00:00:00Z): costs are of its month up to then",
    )
