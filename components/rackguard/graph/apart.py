"""A program's own input and output, apart from the caller's."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

_IN, _OUT, _ERR = 0, 1, 2


@contextmanager
def apart() -> Generator[None]:
    """Inside, what is printed goes to standard error, also by what the program starts; there is nothing to be read.

    Pulumi's language host asks nobody either. What was open is so again afterwards, whatever the program closed.
    """
    streams = sys.stdin, sys.stdout, sys.stderr
    kept = _kept(_IN), _kept(_OUT)
    _point(_IN, os.open(os.devnull, os.O_RDONLY))
    _point(_OUT, _kept(_ERR) or os.open(os.devnull, os.O_WRONLY))
    try:
        with Path(os.devnull).open(encoding="utf-8") as nothing, redirect_stdout(sys.stderr):
            sys.stdin = nothing
            yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
        for number, copy in zip((_IN, _OUT), kept, strict=True):
            _point(number, copy)


def _kept(number: int) -> int | None:
    """A copy of what is open under a number, beyond those of the standard streams; None where nothing is."""
    try:
        copy = os.dup(number)
    except OSError:
        return None
    if copy > _ERR:
        return copy
    try:
        return _kept(number)
    finally:
        os.close(copy)


def _point(number: int, target: int | None) -> None:
    if target is None:
        os.close(number)
    elif target != number:
        os.dup2(target, number)
        os.close(target)
