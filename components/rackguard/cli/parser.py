"""A parser of command-line words that answers a person."""

from __future__ import annotations

import argparse
import os
import sys
from functools import cache
from typing import Any, NoReturn

EXIT_CODES = "Exit codes: 0 fine (warnings alone don't count), 1 errors found, 2 the input can't be read."


class Parser(argparse.ArgumentParser):
    """A parser that answers a wrong word with the nearest right one, and knows no shortened options."""

    def __init__(self, **given: Any) -> None:
        own: dict[str, Any] = {"allow_abbrev": False, "formatter_class": _Help, "epilog": EXIT_CODES}
        super().__init__(**(own | given))

    def error(self, message: str) -> NoReturn:
        """Print what is wrong and how to get help; exits with 2."""
        self.exit(2, f"{self.prog}: {message}\n  → {self.prog} --help says what is possible.\n")

    def refuse(self, words: list[str]) -> NoReturn:
        """Print that `words` mean nothing here; exits with 2."""
        from rackguard.spec.suggest import did_you_mean
        from rackguard.spec.values import echoed

        options = [option for action in self._actions for option in action.option_strings]
        # `--strct=1` is a slip in the part before the sign.
        hints = (did_you_mean(word.partition("=")[0], options) for word in words if word.startswith("-"))
        text = f"{', '.join(map(echoed, words))} means nothing here. {next(filter(None, hints), '')}"
        self.error(text.rstrip())

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        from rackguard.spec.suggest import did_you_mean
        from rackguard.spec.values import echoed

        known = [str(choice) for choice in action.choices]
        hint = did_you_mean(str(value), known)
        self.error(f"there is no {echoed(str(value))}; known: {', '.join(known)}. {hint}".rstrip())

    def _print_message(self, message: str, file: Any = None) -> None:
        from rackguard.cli.screen import complain, say

        (say if file is sys.stdout else complain)(message)


class _Help(argparse.HelpFormatter):
    """Help as wide as the terminal allows. argparse makes one for each argument, and its own way to ask is slow."""

    def __init__(self, prog: str, **given: Any) -> None:
        own: dict[str, Any] = {"width": _width() - 2, "max_help_position": 30}
        super().__init__(prog, **(own | given))

    def add_argument(self, action: argparse.Action) -> None:
        """As argparse's, which forgets that commands are set further in than options."""
        super().add_argument(action)
        for command in self._iter_indented_subactions(action):
            length = len(self._format_action_invocation(command)) + self._current_indent
            self._action_max_length = max(self._action_max_length, length)


@cache
def _width() -> int:
    given = os.environ.get("COLUMNS", "")
    try:
        columns = int(given) if given.isascii() and given.isdigit() else os.get_terminal_size(1).columns
    except (OSError, ValueError):
        columns = 0
    return min(max(columns or 100, 40), 100)


def figure(text: str) -> float:
    """A number above 0; argparse says what is wrong with any other."""
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number < float("inf"):
        from rackguard.spec.values import echoed

        raise argparse.ArgumentTypeError(f"{echoed(text)} is not a number above 0")
    return number


def whole(text: str) -> int:
    """A whole number above 0; argparse says what is wrong with any other."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    if not number:
        from rackguard.spec.values import echoed

        raise argparse.ArgumentTypeError(f"{echoed(text)} is not a whole number above 0")
    return number
