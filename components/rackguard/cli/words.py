"""The command's words and their help."""

from __future__ import annotations

import argparse
from typing import NoReturn

COMMANDS = ("plan", "validate", "list", "explain", "schema", "completion")

EXIT_CODES = "Exit codes: 0 fine (warnings alone don't count), 1 errors found, 2 the input can't be read."


class Parser(argparse.ArgumentParser):
    """A parser that answers a wrong word with the nearest right one."""

    def error(self, message: str) -> NoReturn:
        """Print what is wrong and how to get help; exits with 2."""
        self.exit(2, f"{self.prog}: {_friendly(message)}\n  → {self.prog} --help says what is possible.\n")


def _friendly(message: str) -> str:
    if "invalid choice: '" not in message:
        return message
    from rackguard.spec.suggest import did_you_mean

    wrong = message.split("invalid choice: '", 1)[1].split("'", 1)[0]
    choices = [word.strip(" '()") for word in message.rsplit("(choose from", 1)[-1].split(",")]
    return f"there is no {wrong!r}; known: {', '.join(choices)}. {did_you_mean(wrong, choices)}".rstrip()


def parser() -> Parser:
    """The whole command's parser; commands are imported when they run."""
    top = Parser(
        prog="rackguard",
        description="GPU clusters on AWS: planned, priced and checked before anything exists. Offline; no credentials.",
        epilog=EXIT_CODES,
        allow_abbrev=False,
    )
    top.add_argument("--version", action=_Version, nargs=0, help="print the version")
    commands = top.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    _plan(commands)
    _validate(commands)
    _list(commands)
    _explain(commands)
    _schema(commands)
    _completion(commands)
    return top


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        parser.exit(0, f"rackguard {version('rackguard')}\n")


# argparse gives the type no public name.
Commands = argparse._SubParsersAction  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]


def _plan(commands: Commands[Parser]) -> None:
    words = "plan a stack: every decision with its reason, cost and carbon, and what is wrong"
    command = commands.add_parser("plan", help=words, description=f"{words[0].upper()}{words[1:]}.", epilog=EXIT_CODES)
    stack = command.add_argument(
        "stack",
        nargs="?",
        metavar="STACK | PATH",
        help="a stack's name (`prod`) or its file; the only one where there is one",
    )
    stack.completer = _stacks  # pyright: ignore[reportAttributeAccessIssue] (argcomplete's convention)
    command.add_argument(
        "--format", choices=("table", "json", "markdown"), default="table", help="how to print it (table)"
    )
    command.add_argument(
        "--output", metavar="FILE", help="write there instead of printing; replaced whole or not at all"
    )
    compare = command.add_argument(
        "--compare", metavar="OTHER", help="show what changes from OTHER (a stack or a file) to this"
    )
    compare.completer = _stacks  # pyright: ignore[reportAttributeAccessIssue] (argcomplete's convention)
    _shared(command)
    command.set_defaults(run=_run_plan)


def _validate(commands: Commands[Parser]) -> None:
    words = "check stack files, as fast as a save"
    command = commands.add_parser("validate", help=words, description=f"{words.capitalize()}.", epilog=EXIT_CODES)
    paths = command.add_argument("paths", nargs="+", metavar="PATH", help="stack files, or names of stacks")
    paths.completer = _stacks  # pyright: ignore[reportAttributeAccessIssue] (argcomplete's convention)
    command.add_argument("--format", choices=("table", "json"), default="table", help="how to print it (table)")
    _shared(command)
    command.set_defaults(run=_run_validate)


def _shared(command: Parser) -> None:
    command.add_argument("--strict", action="store_true", help="warnings count as errors")
    command.add_argument("--quiet", action="store_true", help="print problems only")
    command.add_argument(
        "--at", metavar="TIME", help="as of this time, ISO 8601 with offset (now): capacity blocks depend on it"
    )


def _list(commands: Commands[Parser]) -> None:
    words = "list what the catalogue and the checks know"
    command = commands.add_parser("list", help=words, description=f"{words.capitalize()}.", epilog=EXIT_CODES)
    command.add_argument("what", choices=("types", "images", "validators"), help="what to list")
    command.add_argument("--gpu", metavar="NAME", help="types: with this GPU (H100, A100, L40S, …)")
    command.add_argument("--memory", metavar="GIB", type=float, help="types: at least so much memory a GPU")
    command.add_argument("--region", metavar="REGION", help="types: offered there, priced there")
    command.add_argument("--efa", action="store_true", help="types: with EFA")
    command.add_argument(
        "--max-price", metavar="USD", type=float, help="types: at most so much an hour on-demand (needs --region)"
    )
    command.add_argument(
        "--format", choices=("table", "json", "markdown"), default="table", help="how to print it (table)"
    )
    command.set_defaults(run=_run_list)


def _explain(commands: Commands[Parser]) -> None:
    words = "explain a validator, a decision or an instance type"
    command = commands.add_parser("explain", help=words, description=f"{words.capitalize()}.", epilog=EXIT_CODES)
    name = command.add_argument("id", metavar="ID", help="what to explain: zone-offered, efa, p5.48xlarge")
    name.completer = _ids  # pyright: ignore[reportAttributeAccessIssue] (argcomplete's convention)
    command.set_defaults(run=_run_explain)


def _schema(commands: Commands[Parser]) -> None:
    words = "print the JSON schema of a stack file, for editors"
    command = commands.add_parser("schema", help=words, description=f"{words.capitalize()}.")
    command.set_defaults(run=_run_schema)


def _completion(commands: Commands[Parser]) -> None:
    words = "print the lines that make a shell complete this command"
    command = commands.add_parser("completion", help=words, description=f"{words.capitalize()}.")
    command.add_argument(
        "shell", choices=("bash", "zsh", "fish"), help="the shell: rackguard completion bash >> ~/.bashrc"
    )
    command.set_defaults(run=_run_completion)


def _run_plan(given: argparse.Namespace) -> int:
    from rackguard.cli import plan

    return plan.run(given)


def _run_validate(given: argparse.Namespace) -> int:
    from rackguard.cli import validate

    return validate.run(given)


def _run_list(given: argparse.Namespace) -> int:
    from rackguard.cli import listing

    return listing.run(given)


def _run_explain(given: argparse.Namespace) -> int:
    from rackguard.cli import explain

    return explain.run(given)


def _run_schema(_: argparse.Namespace) -> int:
    import json
    import sys

    from rackguard.spec.schema import stack_file_schema

    sys.stdout.write(json.dumps(stack_file_schema(), indent=2, ensure_ascii=False) + "\n")
    return 0


def _run_completion(given: argparse.Namespace) -> int:
    import sys

    from argcomplete.shell_integration import shellcode

    sys.stdout.write(shellcode(["rackguard"], shell=given.shell))
    return 0


def _stacks(**_: object) -> list[str]:
    from rackguard.cli.stacks import known_stacks

    return list(known_stacks())


def _ids(**_: object) -> list[str]:
    from rackguard.cli.explain import known_ids

    return known_ids()
