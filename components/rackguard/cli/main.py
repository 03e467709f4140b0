"""The command: reads its words, hands over, and turns every failure into one that a person understands."""

from __future__ import annotations

import sys
from typing import NoReturn

FINE, FOUND, UNREADABLE, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: fine (warnings alone don't count), errors found, the input can't be read, Ctrl-C."""


def run() -> NoReturn:
    """Entry point of the console script."""
    import gc
    import os

    # Start-up makes thousands of long-lived objects; collecting among them is a third of its time.
    gc.disable()
    _leave_out_plugins()
    # Everything is written and flushed by now; tearing thousands of objects down would take longer than the plan.
    os._exit(main(sys.argv[1:]))


def _leave_out_plugins() -> None:
    """Spare pydantic the look through every installed distribution for plugins; none is used.

    Told so by PYDANTIC_DISABLE_PLUGINS, it still imports the library for it: a twentieth of the command's time.
    """
    from types import ModuleType

    loader = ModuleType("pydantic.plugin._loader")
    loader.get_plugins = tuple  # pyright: ignore[reportAttributeAccessIssue] (a module holds what it is given)
    sys.modules.setdefault(loader.__name__, loader)


def main(arguments: list[str]) -> int:
    """Run the command with `arguments`; returns its exit code."""
    try:
        return _run(arguments)
    except SystemExit as stop:  # argparse's way to end after help or a wrong word
        return stop.code if isinstance(stop.code, int) else UNREADABLE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 (the last stop: no traceback may reach a user)
        return _explain(error)


def _run(arguments: list[str]) -> int:
    import os

    from rackguard.cli.words import parser

    command = parser()
    if "_ARGCOMPLETE" in os.environ:
        import argcomplete

        argcomplete.autocomplete(command)
    if not arguments:
        from rackguard.cli.screen import complain

        complain(command.format_help())
        return UNREADABLE
    given, unknown = command.parse_known_args(arguments)
    if unknown:
        given.parser.refuse(unknown)
    return given.run(given)


def _explain(error: Exception) -> int:
    from rackguard.cli.screen import complain, complain_of
    from rackguard.spec.problem import InvalidInput

    if isinstance(error, InvalidInput):
        complain_of(error.problems)
        return UNREADABLE
    import os
    import traceback

    if os.environ.get("RACKGUARD_DEBUG"):
        complain("".join(traceback.format_exception(error)))
    # Not the error's own words: they may repeat a secret of the file.
    *_, last = traceback.extract_tb(error.__traceback__)
    where = f"{last.filename.rpartition('/')[2]}:{last.lineno}"
    complain(
        f"rackguard: {type(error).__name__} at {where}: a fault of rackguard, not of your input.\n"
        "  → Run it again with RACKGUARD_DEBUG=1 and report what it prints.\n"
    )
    return UNREADABLE
