"""What the words of all commands are made with."""

from __future__ import annotations

import argparse
from importlib import import_module

from rackguard.cli.parser import Parser

# argparse gives the type no public name.
Commands = argparse._SubParsersAction  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]

FORMATS = ("table", "json", "markdown")


def command_of(commands: Commands[Parser], name: str, words: str, module: str, details: str = "") -> Parser:
    """A command whose `run(given)` is in a module of this package."""
    description = f"{words[0].upper()}{words[1:]}. {details}".strip()
    command = commands.add_parser(name, help=words, description=description)

    def run(given: argparse.Namespace) -> int:
        return import_module(f"rackguard.cli.{module}").run(given)

    command.set_defaults(run=run, parser=command)
    return command


def formats(command: Parser, *names: str) -> None:
    """The option by which one of these formats is chosen; a table where none is."""
    command.add_argument(
        "--format", choices=names, default="table", metavar="FORMAT", help=f"{', '.join(names)} (default: table)"
    )


def one_stack(command: Parser) -> None:
    """The stack that a command is about: by its name, by its file, or the only one there is."""
    words = "a stack's name (prod) or its file; the only one where there is one"
    stack = command.add_argument("stack", nargs="?", metavar="STACK | PATH", help=words)
    completes(stack, "stacks_or_files")


def completes(action: argparse.Action, completer: str) -> None:
    """What the shell offers for an argument, worked out when it asks."""

    def offers(prefix: str, **_: object) -> list[str]:
        return getattr(import_module("rackguard.cli.completion"), completer)(prefix)

    action.completer = offers  # pyright: ignore[reportAttributeAccessIssue] (argcomplete's convention)
