"""One line on standard error that is written over while something is waited for."""

from __future__ import annotations

import os
import sys

from rackguard.cli.screen import complain
from rackguard.report.layout import terminal_style


def is_watched() -> bool:
    """True where a person may be reading."""
    return sys.stderr is not None and sys.stderr.isatty()


def progress(text: str) -> None:
    """Write over the line, only for a person who waits; cut where it would wrap, and empty leaves nothing of it."""
    if is_watched():
        complain(f"\r\x1b[K{text[: terminal_style(sys.stderr, os.environ).width - 1]}")
