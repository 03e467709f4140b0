"""The command: reads its words, hands over, and turns every failure into one that a person understands."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from argparse import ArgumentParser

FINE, FOUND, UNREADABLE = 0, 1, 2
"""Exit codes: fine (warnings alone don't count), errors found, the input can't be read."""


def run() -> NoReturn:
    """Entry point of the console script."""
    import gc
    import os

    # Start-up makes thousands of long-lived objects; collecting among them is a third of its time.
    gc.disable()
    # pydantic would look through every installed distribution for plugins; none is used.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    code = main(sys.argv[1:])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # tearing thousands of objects down would take longer than the plan


def main(arguments: list[str]) -> int:
    """Run the command with `arguments`; returns its exit code."""
    import os

    from rackguard.cli.words import parser

    command = parser()
    if "_ARGCOMPLETE" in os.environ:
        _complete(command)
    try:
        given = command.parse_args(arguments)
        return given.run(given)
    except SystemExit as stop:  # argparse's way to end after help or a wrong word
        return stop.code if isinstance(stop.code, int) else UNREADABLE
    except BrokenPipeError:
        # The reader went away (`| head`): nothing more to say, and nothing may be said at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # noqa: BLE001 (the last stop: no traceback may reach a user)
        return _unexpected(error)


def _complete(command: ArgumentParser) -> None:
    import argcomplete

    argcomplete.autocomplete(command)


def _unexpected(error: Exception) -> int:
    import os

    from rackguard.spec.problem import InvalidInput

    if isinstance(error, InvalidInput):
        from rackguard.report import problems_text
        from rackguard.report.layout import terminal_style

        style = terminal_style(sys.stderr, environment=dict(os.environ))
        sys.stderr.write(problems_text.render(error.problems, style))
        return UNREADABLE
    if os.environ.get("RACKGUARD_DEBUG"):
        raise error
    sys.stderr.write(
        f"rackguard: something went wrong that is not your input's fault: {type(error).__name__}: {error}\n"
        "  → Run it again with RACKGUARD_DEBUG=1 and report what it prints.\n"
    )
    return UNREADABLE
