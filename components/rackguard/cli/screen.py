"""Writing to the terminal, or wherever that is redirected to."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rackguard.spec.problem import InvalidInput, Problem

_PLAIN = {
    "≥": ">=",
    "×": "x",
    "→": "->",
    "·": "|",
    "–": "-",
    "±": "+-",
    "…": "...",
    "✅": "[ok]",
    "❌": "[x]",
    "⚠": "[!]",
    "\ufe0f": "",
    "\u200b": "",
}
"""What stands for a sign where the terminal's encoding lacks it."""


def say(text: str) -> None:
    """Write to standard output, to the last byte; a reader that went away (`| head`) is no failure.

    Raises:
        InvalidInput: where it can't be written.
    """
    if sys.stdout is None:  # `>&-` closes it
        raise _unwritable("it is closed")
    try:
        _write(sys.stdout, text)
    except BrokenPipeError:
        _silence()
    except (OSError, ValueError) as error:
        _silence()
        raise _unwritable(getattr(error, "strerror", None) or str(error)) from None


def say_data(data: object) -> None:
    """Write data as JSON; what the terminal's encoding lacks stands in JSON's own escapes."""
    say(json_text(data, getattr(sys.stdout, "encoding", None)))


def json_text(data: object, encoding: str | None = "utf-8") -> str:
    """Data as JSON text for an encoding, ending in a newline."""
    import json

    text = json.dumps(data, indent=2, ensure_ascii=False)
    return f"{text if _fits(text, encoding) else json.dumps(data, indent=2)}\n"


def complain(text: str) -> None:
    """Write to standard error, where that is possible."""
    if sys.stderr is None:  # `2>&-` closes it
        return
    try:
        _write(sys.stderr, text)
    except (OSError, ValueError):
        return


def complain_of(problems: Sequence[Problem]) -> None:
    """Write problems to standard error."""
    from rackguard.report import problems_text
    from rackguard.report.layout import terminal_style

    complain(problems_text.render(problems, terminal_style(sys.stderr, os.environ)))


def complain_in_a_line(command: str, error: InvalidInput) -> None:
    """Write the one problem that keeps a command from beginning to standard error."""
    (problem,) = error.problems
    complain(f"rackguard {command}: {problem.message}. {problem.hint}\n")


def _write(stream: TextIO, text: str) -> None:
    encoding = stream.encoding or "utf-8"
    stream.write(text if _fits(text, encoding) else _plain(text, encoding))
    stream.flush()


def _fits(text: str, encoding: str | None) -> bool:
    try:
        text.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _plain(text: str, encoding: str) -> str:
    table: dict[int, Any] = {ord(sign): plain for sign, plain in _PLAIN.items() if not _fits(sign, encoding)}
    return text.translate(table).encode(encoding, "backslashreplace").decode(encoding)


def _silence() -> None:
    """What is left in the buffer goes nowhere, so that nothing fails again at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return


def _unwritable(reason: str) -> InvalidInput:
    from rackguard.spec.problem import InvalidInput, Problem

    hint = "Send it elsewhere, or make room."
    message = f"can't write to standard output: {reason}"
    return InvalidInput([Problem("cannot-write", "error", ("standard output",), message, hint)])
